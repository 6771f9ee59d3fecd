extern int __VERIFIER_nondet_int(void);
enum e { A = 2147483647 };
int main(void) {
  enum e v = A;
  int i = v;
  return i + (__VERIFIER_nondet_int() == 3);
}
