extern int __VERIFIER_nondet_int(void);
int main(void) {
  double d = __VERIFIER_nondet_int();
  d = d * d + 1e300;
  return d > 0;
}
