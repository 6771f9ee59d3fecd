#include "arrays.h"
/* Selection sort of 2000 cells, by exchanging at once; each cell and the next one. */
int main(void) {
  int i, j, t;
  int a[2000];
  for (i = 0; i < 2000; i++) a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < 2000; i++)
    for (j = i + 1; j < 2000; j++)
      if (a[j] < a[i]) { t = a[j]; a[j] = a[i]; a[i] = t; }
  for (i = 0; i + 1 < 2000; i++) check(a[i] <= a[i + 1]);
}
