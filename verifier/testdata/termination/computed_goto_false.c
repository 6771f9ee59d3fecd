extern int __VERIFIER_nondet_int(void);
int main(void) {
  void *to[] = { &&a, &&b };
a:
  goto *to[__VERIFIER_nondet_int() != 0];
b:
  return 0;
}
