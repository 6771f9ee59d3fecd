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
  static struct s a[1001];
  struct s *p = a;
  for (i = 0; i < n; i++) {
    p->x = 1;
    p->y = 2;
    p++;
  }
  for (p = a; p < a + n; p++) check(p->x + p->y == 3 && p - a != 999);
  return 0;
}
