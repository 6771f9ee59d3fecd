// A left shift that not all readings of C call an overflow: what follows it is open, what comes before it is not.
// flags: --all-checks
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 31) return 0;
  int before = 100 / n;
  int x = 1 << n;
  int after = 100 / (x + 1 - x);
  return before + after;
}
