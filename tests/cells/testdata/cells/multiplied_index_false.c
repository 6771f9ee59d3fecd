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
  int n = size(1000), c = __VERIFIER_nondet_int(), i;
  static int a[1003];
  if (c < 0 || c > 1000) abort();
  for (i = 0; i < n; i++) if (c * i < 1000) a[c * i] = i;
  for (i = 0; i < n; i++) check(a[i] == i || c != 1 && c != 0);
  return 0;
}
