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
union u {
  int w;
  unsigned char b[4];
};
int main(void) {
  int n = size(1000), i;
  static union u a[1003];
  for (i = 0; i < n; i++) a[i].w = -1;
  for (i = 0; i < n; i++) a[i].b[3] = 0;
  for (i = 0; i < n; i++) check(a[i].w == -1);
  return 0;
}
