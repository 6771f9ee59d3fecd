// The second division fails only where the first one has failed; the third one may fail by itself.
// flags: --all-checks
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  if (b < 0 || b > 100 || a < 0 || a > 100) return 0;
  int r = 10 / a;
  r += 20 / a;
  r += 30 / b;
  return r;
}
