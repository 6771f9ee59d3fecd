#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static void check(int c) {
  if (!c)
    reach_error();
}
int main(void) {
  int a[300], i;
  unsigned char k = 0;
  for (i = 0; i < 300; i++) a[i] = 0;
  for (i = 0; i < 300; i++) {
    a[k] = i;
    k++;
  }
  check(a[0] == 0);
  return 0;
}
