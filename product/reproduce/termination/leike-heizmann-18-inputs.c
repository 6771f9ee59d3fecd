// Leike, Heizmann, "Geometric nontermination arguments", TACAS 2018: the second variable is an input. The sum grows until it overflows, so that the program ends in C.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int(), b = 1;
  while (a + b >= 3) {
    a = 3 * a + 1;
    b = __VERIFIER_nondet_int();
  }
  return 0;
}
