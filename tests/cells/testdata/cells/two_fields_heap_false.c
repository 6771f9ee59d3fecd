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
struct s {
  int *a;
  int *b;
};
int main(void) {
  int n = size(1000), i;
  struct s x;
  static int m[2010];
  x.a = m;
  x.b = m + n - (n == 900);
  for (i = 0; i < n; i++) x.a[i] = 1;
  for (i = 0; i < n; i++) x.b[i] = 2;
  for (i = 0; i < n; i++) check(x.a[i] == 1);
  return 0;
}
