extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (y == 0) return 0;
  while (x > 0) // whatever the sign of y is: a sum that overflows is an end
    x += y;
  return 0;
}
