#include "arrays.h"
/* Insertion sort; all pairs of cells. */
int main(void) {
  int n = size(), i, j, x;
  int a[n];
  for (i = 1; i < n; i++) {
    x = a[i];
    j = i - 1;
    while (j >= 0 && a[j] > x) { a[j + 1] = a[j]; j--; }
    a[j + 1] = x;
  }
  for (i = 0; i < n; i++)
    for (j = i + 1; j < n; j++) check(a[i] <= a[j]);
}
