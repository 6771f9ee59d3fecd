extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int sum(int *p, int n) { return n ? *p + sum(p, n - 1) : 0; }
static int f(int k, int a) {
  int *p = &a, s = 0;
  switch (k) {
    int v;
  case 1:
    p = &v;
    v = 3;
    s += *p;
  }
  for (int i = 0, *q = &i; *q < 3; ++*q) {
    int y = i, *z = &y;
    if (y == 1)
      continue;
    s += *z;
  }
  int round = 0;
again:;
  int w = 4, *u = &w;
  if (round++ < 2)
    goto again;
  s += *u;
  for (;;) {
    int t = 7;
    p = &t;
    s += ({ int e = 1, *g = &e; *g + *p; });
    if (s)
      break;
  }
  p = (int[]){1, 2};
  return s + p[1] + sum(&a, 2);
}
int main(void) {
  int k = __VERIFIER_nondet_int();
  if (f(k, 5) != f(k, 5))
    return 0;
  if (k == 1 && f(1, 5) == 29) // 3 + 2 + 4 + 8 + 2 + 10
    reach_error();
}
