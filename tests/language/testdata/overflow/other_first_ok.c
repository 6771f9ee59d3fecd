extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), z = 0;
  if (x == 2147483647) x = 1 / z;
  return x + 1;
}
