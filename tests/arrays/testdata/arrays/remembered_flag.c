/* A growing sequence is stored; whether two cells are equal is remembered, and checked behind another loop. */
extern void reach_error(void);
extern void abort(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 2 || n > 1000)
    abort();
  int a[n], i, last = 0, same = 0;
  for (i = 0; i < n; i++) {
    int d = __VERIFIER_nondet_int();
    if (d < 1 || d > 10)
      abort();
    last = last + d;
    a[i] = last;
  }
  int p = __VERIFIER_nondet_int(), q = __VERIFIER_nondet_int();
  if (p < 0 || q < 0 || p >= n || q >= n)
    abort();
  if (a[p] == a[q])
    same = 1;
  for (i = 0; i < n; i++)
    last--;
  if (same && p != q)
    reach_error();
  return 0;
}
