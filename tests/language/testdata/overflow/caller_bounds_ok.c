extern int __VERIFIER_nondet_int(void);
static int f(int a) { return a - 1; }
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 0) return f(x);
  return f(1);
}
