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
void f(int *a, int *b, int n) {
  for (int i = 0; i < n; i++) {
    a[i] = 1;
    b[n - 1 - i] = 0;
  }
}
int main(void) {
  int n = size(100), a[103], i;
  f(a, a, n);
  for (i = 0; i < n / 2; i++) check(a[i] == 1);
  return 0;
}
