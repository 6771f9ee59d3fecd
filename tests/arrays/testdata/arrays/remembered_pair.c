/* A monotone sequence is stored; of two cells one is read before it is known which the other one is. */
extern void reach_error(void);
extern void abort(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 2 || n > 1000)
    abort();
  int a[n], i, last = __VERIFIER_nondet_int();
  if (last < 0 || last > 10)
    abort();
  a[0] = last;
  for (i = 1; i < n; i++) {
    int d = __VERIFIER_nondet_int();
    if (d < 0 || d > 10)
      abort();
    last = last + d;
    a[i] = last;
  }
  int p = __VERIFIER_nondet_int(), q = __VERIFIER_nondet_int(), v, w;
  if (p < 0 || q <= p || q >= n)
    abort();
  v = a[p];
  if (__VERIFIER_nondet_int())
    w = 1;
  else
    w = 2;
  if (v > a[q] && w > 0)
    reach_error();
  return 0;
}
