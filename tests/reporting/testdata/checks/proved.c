// property: def-behavior
extern int __VERIFIER_nondet_int(void);
int a[16];
int largest(int n) {
  int best = 0;
  for (int i = 1; i < n; i++)
    if (a[i] > a[best]) best = i;
  return best;
}
int main(void) {
  for (int i = 0; i < 16; i++) a[i] = __VERIFIER_nondet_int();
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 16) return 0;
  return 100 / (largest(n) + 1);
}
