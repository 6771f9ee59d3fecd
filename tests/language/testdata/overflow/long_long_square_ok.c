extern int __VERIFIER_nondet_int(void);
int main(void) {
  long long a = __VERIFIER_nondet_int();
  return a * a > 0;
}
