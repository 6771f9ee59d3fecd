// All blocks together may be larger than the address space of the model, which is no reason for an execution to end.
#include <stdlib.h>
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  if (n > 0x7fffffffffffffff)
    return 0;
  char *a = malloc(n), *b = malloc(n), *c = malloc(n);
  if (n > 0x6000000000000000)
    while (1)
      ;
  return 0;
}
