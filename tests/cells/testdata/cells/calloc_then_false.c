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
  int n = size(1000), i, *p = calloc(n + 1, sizeof(int));
  if (!p) abort();
  for (i = 1; i < n; i++) p[i] = 1;
  for (i = 0; i < n; i++) check(p[i] == 1);
  return 0;
}
