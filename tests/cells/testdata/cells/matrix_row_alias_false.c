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
  int n = size(30), i, j;
  static int m[31][31];
  int (*r)[31] = m;
  for (i = 0; i < n; i++) for (j = 0; j < n; j++) r[i][j] = i;
  r[n][0] = 5;
  r++;
  for (i = 0; i + 1 < n; i++) check(r[i][0] == i + 1);
  check(r[n - 1 + (n == 0)][0] == 0);
  return 0;
}
