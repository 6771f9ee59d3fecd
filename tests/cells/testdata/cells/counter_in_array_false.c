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
  int n = size(500), k;
  static int a[1003];
  a[0] = 0;
  for (a[0] = 1; a[0] < n; a[0]++) a[a[0]] = 7;
  for (k = 0; k < n; k++) check(a[k] == 7 || n < 3);
  return 0;
}
