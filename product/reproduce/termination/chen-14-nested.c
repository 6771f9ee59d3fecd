// Chen, Cook, Fuhs, Nimkar, O'Hearn, "Proving nontermination via safety", TACAS 2014: the inner loop of two does not end.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i == 10) {
    while (i > 0) {
      i = i - 1;
      while (i == 0)
        ;
    }
  }
  return 0;
}
