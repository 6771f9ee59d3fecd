extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned u = __VERIFIER_nondet_uint();
  u++;
  u *= u;
  u -= 7;
  return -u;
}
