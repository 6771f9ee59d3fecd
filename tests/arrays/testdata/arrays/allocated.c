#include "arrays.h"
/* Memory from malloc. */
extern void *malloc(__SIZE_TYPE__);
int main(void) {
  int n = size(), i;
  int *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
  if (!a || !b) return 0;
  for (i = 0; i < n; i++) { a[i] = i; b[i] = 2 * i; }
  for (i = 0; i < n; i++) check(b[i] == a[i] + i);
}
