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
  static unsigned a[1000];
  for (i = 0; i < n; i++) a[i] = 10u - i;
  for (i = 0; i < n; i++) check(a[i] <= 10);
  return 0;
}
