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
  int n = size(1000), r = size(3), k, i;
  static int a[1003];
  for (k = 0; k < r; k++) for (i = k; i < n; i++) a[i] = k;
  for (i = 0; i < n; i++) check(r == 0 || a[i] == r - 1);
  return 0;
}
