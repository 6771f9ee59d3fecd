extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  while (x - y > 3) { // x == -y stays as it is, all else grows
    int t = 2 * x + y;
    y = x + 2 * y;
    x = t;
  }
  return 0;
}
