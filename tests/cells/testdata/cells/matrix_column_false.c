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
  int n = size(30), i;
  static int m[31][31];
  for (i = 0; i < n; i++) m[i][3] = 1;
  for (i = 0; i < n; i++) m[3][i] = 2;
  for (i = 0; i < n; i++) check(m[i][3] == 1);
  return 0;
}
