// Chen, Cook, Fuhs, Nimkar, O'Hearn, "Proving nontermination via safety", TACAS 2014: no execution is periodic. The counter of an int overflows, so that the program
// ends in C.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int k = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
  while (k >= 0) {
    k++;
    j = k;
    while (j >= 1)
      j--;
  }
  return 0;
}
