// Blocks of any size, for which there may be no room, and a loop that ends.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1)
    n = 1;
  int *a = malloc(n * sizeof(int)), *b = malloc(n * sizeof(int)), *c = malloc(n * sizeof(int));
  *c = 0;
  for (int i = 0; i < n; i++)
    (*c)++;
  return 0;
}
