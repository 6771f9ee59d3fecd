// property: def-behavior
// flags: --all-checks
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int g[4];
int main(void) {
  int n = __VERIFIER_nondet_int();
  int *q = g;
  if (n >= 0 && n < 4)
    q[n] = 1;
  int *p = malloc(4 * sizeof(int));
  if (n == 5) p[n] = 2;
  free(p);
  if (n == 7) free(p);
  return 0;
}
