#include <stdlib.h>
#include <string.h>
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
  int n = size(100), i;
  static long long b[103];
  int *p = (int *)b;
  for (i = 0; i < n; i++) b[i] = -1;
  for (i = 0; i < n; i++) memset(&p[2 * i + 1], 0, 4);
  for (i = 0; i < n; i++) check(b[i] == -1);
  return 0;
}
