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
struct f {
  unsigned a : 3;
  unsigned b : 5;
};
int main(void) {
  int n = size(1000), i;
  static struct f x[1003];
  for (i = 0; i < n; i++) {
    x[i].a = i;
    x[i].b = 1;
  }
  for (i = 0; i < n; i++) check(x[i].a == (unsigned)i && x[i].b == 1);
  return 0;
}
