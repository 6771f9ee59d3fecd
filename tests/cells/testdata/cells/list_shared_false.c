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
  int n = size(50), i;
  struct l *h = 0, *last = 0;
  for (i = 0; i < n; i++) {
    struct l *p = malloc(sizeof *p);
    if (!p) abort();
    p->v = 0;
    p->n = h;
    h = p;
    if (i == 20) last = p;
  }
  if (last) last->v = 1;
  for (; h; h = h->n) check(h->v == 0);
  return 0;
}
