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
  static struct {
    int a[4];
    int i;
  }  s;
  int n = size(4), k;
  int *p = s.a;
  for (s.i = 0; s.i < n; s.i++) p[s.i] = 1;
  for (k = 0; k < 4; k++) check(s.a[k] == 1);
  return 0;
}
