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
  static int m[32][32];
  for (i = 0; i < n; i++) for (j = 0; j < n; j++) m[i][j] = 1;
  int *p = &m[0][0];
  p[33] = 2;
  for (i = 0; i < n; i++) for (j = 0; j < n; j++) check(m[i][j] == 1);
  return 0;
}
