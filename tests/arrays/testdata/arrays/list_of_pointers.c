#include "arrays.h"
/* An array of addresses of objects whose values are positive. */
extern void *malloc(__SIZE_TYPE__);
struct item { int value; };
int main(void) {
  struct item *all[5000];
  int n = 0, i;
  while (n < 5000 && __VERIFIER_nondet_int()) {
    int x = __VERIFIER_nondet_int();
    if (x > 0) {
      all[n] = malloc(sizeof(struct item));
      all[n]->value = x;
      n++;
    }
  }
  for (i = 0; i < n; i++) check(all[i]->value > 0);
}
