// TRUE: qsort of four numbers, then bsearch finds each.
#include <stdlib.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int compare(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}
int main(void) {
  int a[4], key = 0;
  for (int i = 0; i < 4; i++) { a[i] = __VERIFIER_nondet_int(); if (i == 2) key = a[i]; }
  qsort(a, 4, sizeof a[0], compare);
  for (int i = 0; i + 1 < 4; i++) if (a[i] > a[i + 1]) reach_error();
  int *p = bsearch(&key, a, 4, sizeof a[0], compare);
  if (!p || *p != key) reach_error();
  return 0;
}
