extern int __VERIFIER_nondet_int(void);
static int f(int a) { return 0; }
int main(void) {
  int x = __VERIFIER_nondet_int();
  return f(x + 1);
}
