// checks: division-by-zero,shift
// flags: --all-checks
extern int __VERIFIER_nondet_int(void);
void reach_error(void);
int a[4];
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n == 3) reach_error();
  int r = 10 / n;
  r += a[n];
  return r << n;
}
