extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 1000)
    return 0;
  int i = 0, s = 0;
  while (i < n) {
    i++;
    s++;
  }
  int q = 7 / (n - i + 1);
  int r = 100 / s;
  if (q * r == 13)
    reach_error();
  return 0;
}
