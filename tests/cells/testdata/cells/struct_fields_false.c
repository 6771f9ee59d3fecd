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
  int x, y;
};
int main(void) {
  int n = size(1000), i;
  static struct s a[1003];
  int *p = &a[0].x;
  for (i = 0; i < n; i++) {
    a[i].x = 1;
    a[i].y = 2;
  }
  for (i = 0; i < 2 * n; i++) p[i] = 1;
  for (i = 0; i < n; i++) check(a[i].y == 2);
  return 0;
}
