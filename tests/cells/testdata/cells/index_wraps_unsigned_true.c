#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static void check(int c) {
  if (!c)
    reach_error();
}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i;
  int a[10];
  if (n > 10) abort();
  for (i = n - 1; i < n; i--) a[i] = 3;
  for (i = 0; i < n; i++) check(a[i] == 3);
  return 0;
}
