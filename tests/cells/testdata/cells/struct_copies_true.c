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
  static struct s a[1003], b[1003];
  for (i = 0; i < n; i++) {
    a[i].x = i;
    a[i].y = 7;
  }
  for (i = 0; i < n; i++) b[i] = a[i];
  for (i = 0; i < n; i++) a[i].y = 8;
  for (i = 0; i < n; i++) check(b[i].x == i && b[i].y == 7);
  return 0;
}
