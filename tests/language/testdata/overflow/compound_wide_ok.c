extern short __VERIFIER_nondet_short(void);
int main(void) {
  short s = __VERIFIER_nondet_short();
  s += 2147483647 - 40000;
  return s;
}
