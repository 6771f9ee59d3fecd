/* The sum of all is that of the positive and the others. */
extern void reach_error(void);
extern void abort(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000)
    abort();
  int a[n], i, s = 0, p = 0, q = 0;
  for (i = 0; i < n; i++)
    s += a[i];
  for (i = 0; i < n; i++)
    if (a[i] > 0)
      p += a[i];
    else
      q += a[i];
  if (s != p + q)
    reach_error();
  return 0;
}
