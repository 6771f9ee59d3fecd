#include "arrays.h"
/* Selection sort; each cell and the next one. */
int main(void) {
  int n = size(), i, j, m, t;
  int a[n];
  for (i = 0; i < n - 1; i++) {
    m = i;
    for (j = i + 1; j < n; j++)
      if (a[j] < a[m]) m = j;
    t = a[m]; a[m] = a[i]; a[i] = t;
  }
  for (i = 0; i < n - 1; i++) check(a[i] <= a[i + 1]);
}
