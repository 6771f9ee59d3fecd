/* The greatest cell, found twice. */
extern void reach_error(void);
extern void abort(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000)
    abort();
  int a[n], i, x = 0, y = 0;
  for (i = 0; i < n; i++)
    if (a[i] > x)
      x = a[i];
  for (i = 0; i < n; i++)
    if (y < a[i])
      y = a[i];
  if (x != y)
    reach_error();
  return 0;
}
