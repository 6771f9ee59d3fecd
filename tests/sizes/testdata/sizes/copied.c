/* The sum of a copy. */
extern void reach_error(void);
extern void abort(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000)
    abort();
  int a[n], b[n], i, s = 0, t = 0;
  for (i = 0; i < n; i++)
    b[i] = a[i];
  for (i = 0; i < n; i++)
    s += a[i];
  for (i = 0; i < n; i++)
    t += b[i];
  if (s != t)
    reach_error();
  return 0;
}
