// Leike, Heizmann, "Geometric nontermination arguments", TACAS 2018: two eigenvalues; with variables that wrap.
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = 1;
  while (a + b >= 3) {
    a = 3 * a - 2;
    b = 2 * b;
  }
  return 0;
}
