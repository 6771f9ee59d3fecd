// Chen, Cook, Fuhs, Nimkar, O'Hearn, "Proving nontermination via safety", TACAS 2014: the example of the introduction.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int k = __VERIFIER_nondet_int(), i = __VERIFIER_nondet_int();
  if (k < 0)
    i = -1;
  while (i >= 0)
    i = __VERIFIER_nondet_int();
  i = 2;
  return 0;
}
