#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static void check(int c) {
  if (!c)
    reach_error();
}
static int *keep;
static int f(int v) {
  int a[4];
  for (int i = 0; i < 4; i++) a[i] = v;
  return a[v & 3];
}
int main(void) {
  int x = f(1), y = f(2);
  check(x == y);
  return 0;
}
