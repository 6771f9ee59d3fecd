extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x == 0 && y == 0) return 0;
  while (x >= 0) { // eigenvalues 4 and -2: no linear function gets smaller
    int t = x + 3 * y;
    y = 3 * x + y;
    x = t;
  }
  return 0;
}
