extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), r;
  if (__builtin_add_overflow(x, 1, &r)) return 1;
  return r;
}
