#include "arrays.h"
/* Bubble sort of 1000 cells until nothing is exchanged; all pairs of cells. */
int main(void) {
  int i, j, t, again = 1;
  int a[1000];
  for (i = 0; i < 1000; i++) a[i] = __VERIFIER_nondet_int();
  while (again) {
    again = 0;
    for (i = 1; i < 1000; i++)
      if (a[i - 1] > a[i]) { t = a[i]; a[i] = a[i - 1]; a[i - 1] = t; again = 1; }
  }
  for (i = 0; i < 999; i++) check(a[i] <= a[i + 1]);
}
