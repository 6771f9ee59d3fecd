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
struct l {
  int v;
  struct l *n;
};
int main(void) {
  struct l a, b, *p;
  int i;
  a.v = 1;
  b.v = 2;
  a.n = &b;
  b.n = &a;
  p = &a;
  for (i = size(5); i > 0; i--) p = p->n;
  check(p->v == 1);
  return 0;
}
