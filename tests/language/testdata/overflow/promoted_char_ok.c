extern char __VERIFIER_nondet_char(void);
int main(void) {
  char a = __VERIFIER_nondet_char(), b = __VERIFIER_nondet_char();
  return a * b + a - b;
}
