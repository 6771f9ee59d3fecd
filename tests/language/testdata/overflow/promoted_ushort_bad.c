extern short __VERIFIER_nondet_short(void);
int main(void) {
  unsigned short a = __VERIFIER_nondet_short(), b = __VERIFIER_nondet_short();
  return a * b;
}
