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
static void f(int *a, int n) {
  if (n <= 0) return;
  a[n - 1] = n == 7 ? 0 : 1;
  f(a, n - 1);
}
int main(void) {
  int n = size(12), i;
  static int a[20];
  f(a, n);
  for (i = 0; i < n; i++) check(a[i] == 1);
  return 0;
}
