/* Odd numbers; one is read, and checked behind another loop. */
extern void reach_error(void);
extern void abort(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 2 || n > 1000)
    abort();
  int a[n], i, p = __VERIFIER_nondet_int(), v, s = 0;
  for (i = 0; i < n; i++)
    a[i] = 2 * i + 1;
  if (p < 0 || p >= n)
    abort();
  v = a[p];
  for (i = 0; i < n; i++)
    s++;
  if (v != 2 * p + 1)
    reach_error();
  return 0;
}
