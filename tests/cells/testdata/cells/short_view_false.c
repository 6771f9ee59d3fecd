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
  int n = size(500), a[503], i;
  short *s = (short *)a;
  for (i = 0; i < n; i++) a[i] = 0;
  for (i = 0; i < n; i++) s[i] = 5;
  for (i = 0; i < n; i++) check(a[i] == 0);
  return 0;
}
