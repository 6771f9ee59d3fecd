extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  long long y = x + 1ll;
  return y > 0;
}
