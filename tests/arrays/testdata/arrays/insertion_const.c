#include "arrays.h"
/* Insertion sort of 1000 cells by exchanges; each cell and the next one. */
int main(void) {
  int i, j, t;
  int a[1000];
  for (i = 0; i < 1000; i++) a[i] = __VERIFIER_nondet_int();
  for (i = 1; i < 1000; i++)
    for (j = i; j > 0 && a[j - 1] > a[j]; j--) { t = a[j]; a[j] = a[j - 1]; a[j - 1] = t; }
  for (i = 1; i < 1000; i++) check(a[i - 1] <= a[i]);
}
