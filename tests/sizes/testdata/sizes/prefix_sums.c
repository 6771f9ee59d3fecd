/* The last prefix sum is the sum. */
extern void reach_error(void);
extern void abort(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000)
    abort();
  int a[n], b[n], i, s = 0;
  b[0] = a[0];
  for (i = 1; i < n; i++)
    b[i] = b[i - 1] + a[i];
  for (i = 0; i < n; i++)
    s += a[i];
  if (s != b[n - 1])
    reach_error();
  return 0;
}
