#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static void check(int c) {
  if (!c)
    reach_error();
}
int main(void) {
  int i, *p = malloc(4 * sizeof(int)), *q;
  if (!p) abort();
  for (i = 0; i < 4; i++) p[i] = 1;
  free(p);
  q = malloc(4 * sizeof(int));
  if (!q) abort();
  for (i = 0; i < 4; i++) q[i] = 2;
  for (i = 0; i < 4; i++) check(q[i] == 2);
  return 0;
}
