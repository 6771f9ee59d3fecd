// Leike, Heizmann, "Geometric nontermination arguments", TACAS 2018: the variables depend on each other; with variables that wrap.
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = 1;
  while (a + b >= 4) {
    a = 3 * a + b;
    b = 2 * b;
  }
  return 0;
}
