#include "arrays.h"
/* The partition of quicksort by Lomuto: what is left of the middle is less than what is right of it. */
int main(void) {
  int n = size(), i, j, t, p;
  int a[n];
  p = a[n - 1];
  i = 0;
  for (j = 0; j < n - 1; j++)
    if (a[j] < p) { t = a[i]; a[i] = a[j]; a[j] = t; i++; }
  t = a[i]; a[i] = a[n - 1]; a[n - 1] = t;
  int k, l;
  for (k = 0; k < i; k++)
    for (l = i; l < n; l++) check(a[k] <= a[l]);
}
