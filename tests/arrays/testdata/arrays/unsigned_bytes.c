#include "arrays.h"
/* Bytes without sign. */
int main(void) {
  unsigned char b[4096], h[4096];
  unsigned i;
  for (i = 0; i < 4096; i++) b[i] = __VERIFIER_nondet_int();
  for (i = 0; i < 4096; i++) h[i] = b[i] & 15;
  for (i = 0; i < 4096; i++) check(h[i] <= 15);
}
