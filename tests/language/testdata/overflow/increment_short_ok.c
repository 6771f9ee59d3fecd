extern short __VERIFIER_nondet_short(void);
int main(void) {
  short s = __VERIFIER_nondet_short();
  s++;
  s += 7;
  s *= 3;
  return s;
}
