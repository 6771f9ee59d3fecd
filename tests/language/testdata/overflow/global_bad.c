extern int __VERIFIER_nondet_int(void);
int g;
int main(void) {
  g = __VERIFIER_nondet_int();
  g++;
  return g;
}
