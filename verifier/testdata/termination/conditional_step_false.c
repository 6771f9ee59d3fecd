extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (y < 0 || y > 1) return 0;
  while (x > 0) x += y;
  return 0;
}
