#include "arrays.h"
/* Arrays of variable length. */
int main(void) {
  int n = size(), i;
  int a[n], b[n + 1];
  b[0] = 0;
  for (i = 0; i < n; i++) { a[i] = i % 3; b[i + 1] = a[i] + 1; }
  for (i = 0; i < n; i++) check(b[i + 1] == a[i] + 1 && b[i + 1] <= 3);
}
