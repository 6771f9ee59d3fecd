#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static void check(int c) {
  if (!c)
    reach_error();
}
int main(void) {
  unsigned i, k = __VERIFIER_nondet_uint();
  static int a[16];
  for (i = 0; i < 8; i++) {
    unsigned j = i + k;
    if (j < 16) a[j] = 1;
  }
  if (k == 4294967292u) check(a[3] == 0);
  return 0;
}
