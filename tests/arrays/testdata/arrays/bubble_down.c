#include "arrays.h"
/* Bubble sort whose passes become shorter; all pairs of cells. */
int main(void) {
  int n = size(), i, j, t;
  int a[n];
  for (i = n - 1; i > 0; i--)
    for (j = 0; j < i; j++)
      if (a[j] > a[j + 1]) { t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; }
  for (i = 0; i < n; i++)
    for (j = i + 1; j < n; j++) check(a[i] <= a[j]);
}
