/* an empty initializer of an array of variable length */
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void)
{
  int n = __VERIFIER_nondet_int();
  if (n < 2 || n > 4) return 0;
  for (int i = 0; i < 2; i++) {
    const int k = 1, a[n] = {};
    int b[n] = { }, (*c[n])(void) = {}, m = 4;
    struct { const char x; int *p; } d[2][n] = {};
    if (a[n - 1] || b[1] || c[1] || d[1][n - 1].p || d[0][1].x || k != 1 || m != 4) reach_error();
    b[1] = 5;
  }
  for (short a[n] = {}; n; n = 0) if (a[1]) reach_error();
  return 0;
}
