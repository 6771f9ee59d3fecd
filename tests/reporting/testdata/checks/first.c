// Without --all-checks the run ends at a violation, of which the runs before the engines may have found several.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  int r = 0;
  if (x > 1 && y > 1 && x < 40000 && y < 40000 && x * y == 7919 * 31)
    r = 10 / (x - 31);
  return r + 10 / y;
}
