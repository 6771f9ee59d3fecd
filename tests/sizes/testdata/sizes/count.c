/* What a condition holds of is counted twice. */
extern void reach_error(void);
extern void abort(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000)
    abort();
  int a[n], i, c = 0, d = 0;
  for (i = 0; i < n; i++)
    if (a[i] > 0)
      c++;
  for (i = 0; i < n; i++)
    if (a[i] > 0)
      d++;
  if (c != d)
    reach_error();
  return 0;
}
