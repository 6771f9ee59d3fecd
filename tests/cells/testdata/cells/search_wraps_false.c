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
  unsigned char i;
  int n = size(300), k;
  static char a[300];
  if (n < 1) abort();
  for (k = 0; k < n - 1; k++) a[k] = 1;
  unsigned steps = 0;
  for (i = 0; a[i] && steps < 1000; i++) steps++;
  check(steps < 1000);
  return 0;
}
