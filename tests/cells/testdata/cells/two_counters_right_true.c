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
  int n = size(1000), i, j = 0;
  static int a[2001];
  for (i = 0; i < n; i++) {
    a[j] = 1;
    j += 1;
  }
  for (i = 0; i < j; i++) check(a[i] == 1);
  check(j == n);
  return 0;
}
