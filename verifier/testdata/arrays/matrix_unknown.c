#include "arrays.h"
/* Two dimensions, rows of a length that is not known; each cell is what its row says. */
int main(void) {
  int n = size(), i, j;
  int a[n][1000], b[n];
  for (i = 0; i < n; i++) {
    b[i] = __VERIFIER_nondet_int();
    for (j = 0; j < 1000; j++) a[i][j] = b[i];
  }
  for (i = 0; i < n; i++)
    for (j = 0; j < 1000; j++) check(a[i][j] == b[i]);
}
