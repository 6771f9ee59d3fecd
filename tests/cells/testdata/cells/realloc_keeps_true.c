#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static void check(int c) {
  if (!c)
    reach_error();
}
static int size(int most) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > most)
    abort();
  return n;
}
int main(void) {
  int n = size(1000), i, *p = malloc((n + 1) * sizeof(int));
  if (!p) abort();
  for (i = 0; i <= n; i++) p[i] = 4;
  p = realloc(p, (2 * n + 2) * sizeof(int));
  if (!p) abort();
  for (i = 0; i <= n; i++) check(p[i] == 4);
  return 0;
}
