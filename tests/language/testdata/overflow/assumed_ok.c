extern int __VERIFIER_nondet_int(void);
extern void abort(void); static void assume(int c) { if (!c) abort(); }
int main(void) {
  int x = __VERIFIER_nondet_int();
  assume(x < 1000);
  return x + 1000;
}
