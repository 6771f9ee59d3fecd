// Leike, Heizmann, "Ranking templates for linear loops", TACAS 2014: a loop of two phases.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int q = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  while (q > 0) {
    q = q - y;
    y = y + 1;
  }
  return 0;
}
