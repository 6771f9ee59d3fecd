// Found by engines: the runs do not guess the values.
// flags: --all-checks
extern int __VERIFIER_nondet_int(void);
int a[10];
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  if (x == 77123 && y == x + 4511) {
    a[(x - y) / 4511 + 1] = 100 / (y - 81634);
    a[y - 81624] = 1;
  }
  if (x > 0 && x < 1000 && y > x && y < 2000)
    return 100 / (y - x);
  return 0;
}
