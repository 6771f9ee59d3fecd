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
  short x, y;
};
int main(void) {
  int n = size(1000), i;
  static struct s a[1001];
  for (i = 0; i < n; i++) {
    a[i].x = 3;
    a[i].y = -3;
  }
  for (i = 0; i < n; i++) {
    short t = a[i].x;
    a[i].x = a[i].y;
    a[i].y = t;
  }
  for (i = 0; i < n; i++) check(a[i].x == -3 && a[i].y == 3);
  return 0;
}
