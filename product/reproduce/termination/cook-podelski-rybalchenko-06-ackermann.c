// Cook, Podelski, Rybalchenko, "Termination proofs for systems code", PLDI 2006: Ackermann's function.
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
  ack(__VERIFIER_nondet_int(), __VERIFIER_nondet_int());
  return 0;
}
