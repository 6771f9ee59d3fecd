// Leike, Heizmann, "Geometric nontermination arguments", TACAS 2018: two eigenvalues. The variables overflow, so that the program ends in C.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int(), b = 1;
  while (a + b >= 3) {
    a = 3 * a - 2;
    b = 2 * b;
  }
  return 0;
}
