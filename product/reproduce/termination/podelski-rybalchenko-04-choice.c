// Podelski, Rybalchenko, "Transition invariants", LICS 2004: CHOICE.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  while (x > 0 && y > 0) {
    int old = x;
    if (__VERIFIER_nondet_int()) {
      x = x - 1;
      y = old;
    } else {
      x = y - 2;
      y = old + 1;
    }
  }
  return 0;
}
