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
  int n = size(50), i, *last = 0;
  for (i = 0; i < n; i++) {
    int *p = malloc(sizeof(int));
    if (!p) abort();
    *p = i;
    if (i == 7) last = p;
    else if (last && i == 20) *last = 9;
  }
  check(!last || *last == 7);
  return 0;
}
