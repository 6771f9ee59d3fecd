// Leike, Heizmann, "Geometric nontermination arguments", TACAS 2018: the second variable is an input; with variables that wrap.
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = 1;
  while (a + b >= 3) {
    a = 3 * a + 1;
    b = __VERIFIER_nondet_uint();
  }
  return 0;
}
