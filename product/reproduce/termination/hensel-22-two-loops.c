// Hensel, Mensendiek, Giesl, "AProVE: non-termination witnesses for C programs", TACAS 2022: the first loop decides whether the second one ends.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0;
  while (x > 0) {
    x--;
    y++;
  }
  while (y > 1)
    y = y;
  return 0;
}
