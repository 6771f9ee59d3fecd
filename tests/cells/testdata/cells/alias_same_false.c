#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static void check(int c) {
  if (!c)
    reach_error();
}
static int size(int most) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > most)
    abort();
  return n;
}
int main(void) {
  int n = size(1000), i;
  static int x[1003], y[1003];
  int k = __VERIFIER_nondet_int();
  int *p = x, *q = k ? x : y;
  for (i = 0; i < n; i++) p[i] = 1;
  for (i = 0; i < n; i++) q[i] = 2;
  for (i = 0; i < n; i++) check(x[i] == 1);
  return 0;
}
