extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int table[4];
int divide(int x, int y) { return x / y; }
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  int z = divide(x, y);
  if (y > 0)
    z += divide(x, y);
  if (x >= 0 && x < 4)
    table[x] = 1;
  table[y] = 2;
  if (x > 10 && x < 20)
    z = x + 1;
  int w = 1;
  int *p = &w;
  if (z == 77) {
    int inner = 1;
    p = &inner;
  }
  *p = 3;
  int *q;
  {
    int gone = 2;
    q = &gone;
  }
  if (z == 6)
    z = *q;
  if (z == 5)
    z = 1 / (y - y);
  if (((z + x + w) << 3) * table[0] * table[1] == 3)
    reach_error();
  return 0;
}
