// Cook, Podelski, Rybalchenko, "Termination proofs for systems code", PLDI 2006: pointers to the counters, with Ackermann's function.
extern int __VERIFIER_nondet_int(void);
static int ack(int x, int y) {
  int n;
  if (x <= 0)
    return y + 1;
  if (y > 0)
    n = ack(x, y - 1);
  else
    n = 1;
  return ack(x - 1, n);
}
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), b = 1;
  int *p = &y, *q = &x;
  while (x < 100 && 100 < y && b) {
    if (p == q) {
      int k = ack(__VERIFIER_nondet_int(), __VERIFIER_nondet_int());
      (*p)++;
      while (k-- > 100) {
        if (__VERIFIER_nondet_int())
          p = &y;
        if (__VERIFIER_nondet_int())
          p = &x;
        if (!b)
          k++;
      }
    } else {
      (*q)--;
      (*p)--;
      if (__VERIFIER_nondet_int())
        p = &y;
      if (__VERIFIER_nondet_int())
        p = &x;
    }
    b = __VERIFIER_nondet_int();
  }
  return 0;
}
