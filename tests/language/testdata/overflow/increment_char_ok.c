extern signed char __VERIFIER_nondet_schar(void);
int main(void) {
  signed char c = __VERIFIER_nondet_schar();
  c++;
  c++;
  return c;
}
