extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
unsigned a[1000];
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  unsigned k = __VERIFIER_nondet_uint();
  if (n > 1000)
    return 0;
  for (unsigned i = 0; i < n; i++)
    a[i] = 7;
  if (k < n && a[k] != 7)
    reach_error();
  return 0;
}
