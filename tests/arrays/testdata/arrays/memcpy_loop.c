#include "arrays.h"
/* What memcpy leaves, read by a loop. */
extern void *memcpy(void *, const void *, __SIZE_TYPE__);
int main(void) {
  int a[2000], b[2000], i;
  for (i = 0; i < 2000; i++) a[i] = __VERIFIER_nondet_int();
  memcpy(b, a, sizeof a);
  for (i = 0; i < 2000; i++) check(a[i] == b[i]);
}
