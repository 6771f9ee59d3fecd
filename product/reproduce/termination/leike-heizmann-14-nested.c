// Leike, Heizmann, "Ranking templates for linear loops", TACAS 2014: a loop with a nested ranking function, whose second variable changes its sign.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int q = __VERIFIER_nondet_int(), z = __VERIFIER_nondet_int();
  while (q > 0) {
    q = q + z - 1;
    z = -z;
  }
  return 0;
}
