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
  int n = size(1000), i = 0;
  static int a[1003];
  do {
    a[i] = 1;
    i++;
  }
  while (i < n);
  check(n > 0 || a[0] == 0);
  return 0;
}
