#include <stdlib.h>
#include <limits.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static void check(int c) {
  if (!c)
    reach_error();
}
int main(void) {
  int n = __VERIFIER_nondet_int(), i, c = 0;
  if (n < INT_MAX - 1) abort();
  int b[4];
  for (i = n; i > 0 && c < 4; i /= 2) b[c++ & 3] = i;
  check(b[0] != INT_MAX);
  return 0;
}
