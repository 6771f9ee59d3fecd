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
  int n = size(1000), a[1003], i;
  unsigned char *c = (unsigned char *)a;
  for (i = 0; i < n; i++) a[i] = 0x01010101;
  for (i = 0; i < n; i++) c[4 * i + 2] = 1;
  for (i = 0; i < n; i++) check(a[i] == 0x01010101);
  return 0;
}
