#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int order(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}
int main(void) {
  int v[3], k, *p;
  for (int i = 0; i < 3; i++) v[i] = __VERIFIER_nondet_int();
  k = v[1];
  qsort(v, 3, sizeof(int), order);
  if (v[0] > v[1] || v[1] > v[2]) reach_error();
  p = bsearch(&k, v, 3, sizeof(int), order);
  if (!p || *p != k) reach_error();
  return 0;
}
