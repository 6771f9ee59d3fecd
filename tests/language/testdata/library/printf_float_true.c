#include <stdio.h>
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  int n = printf("%8.3f\n", __VERIFIER_nondet_double());
  if (n >= 0 && n < 9) reach_error();
  return 0;
}
