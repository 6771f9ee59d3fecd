extern long long __VERIFIER_nondet_longlong(void);
int main(void) {
  long long a = __VERIFIER_nondet_longlong();
  int i = (int)a;
  short s = (short)i;
  return s;
}
