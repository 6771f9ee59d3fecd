// valid-memsafety: not proved
// A pointer to one of two blocks.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *a = malloc(sizeof(int)), *b = malloc(sizeof(int)), *p = a;
  while (__VERIFIER_nondet_int()) p = __VERIFIER_nondet_int() ? a : b;
  if (p == b) free(b);
  free(a);
  free(b);
  return 0;
}
