// valid-memsafety: not proved
// A number that takes more values than are told apart.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned k = 0;
  int *p = malloc(sizeof(int));
  while (__VERIFIER_nondet_int()) k = (k + 1) % 50;
  if (k == 40) free(p);
  free(p);
  return 0;
}
