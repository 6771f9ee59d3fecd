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
  int n = size(1000), i, k;
  for (k = 1; k <= n; k++) {
    int a[k];
    for (i = 0; i < k; i++) a[i] = k;
    for (i = 0; i < k; i++) check(a[i] == k);
  }
  return 0;
}
