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
  int a[1003], n = size(1000), *p;
  for (p = a; p != a + n; ++p) *p = 6;
  for (p = a + n; p > a;) check(*--p == 6);
  return 0;
}
