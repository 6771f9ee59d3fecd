extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int a[3] = {0, 1, 2147483647};
  unsigned i = __VERIFIER_nondet_uint();
  if (i > 2) return 0;
  return a[i] + 1;
}
