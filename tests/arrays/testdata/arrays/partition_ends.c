#include "arrays.h"
/* The partition of quicksort from both ends, 4000 cells. */
int main(void) {
  int lo = 0, hi = 3999, i, t, p = __VERIFIER_nondet_int();
  int a[4000];
  for (i = 0; i < 4000; i++) a[i] = __VERIFIER_nondet_int();
  while (lo <= hi) {
    if (a[lo] <= p) lo++;
    else { t = a[lo]; a[lo] = a[hi]; a[hi] = t; hi--; }
  }
  for (i = 0; i < lo; i++) check(a[i] <= p);
  for (i = lo; i < 4000; i++) check(a[i] > p);
}
