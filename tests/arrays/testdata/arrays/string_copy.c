#include "arrays.h"
/* A string is copied up to and with its end. */
int main(void) {
  char from[3000], to[3000];
  int i, n;
  for (i = 0; i < 3000; i++) from[i] = __VERIFIER_nondet_int();
  from[2999] = 0;
  i = 0;
  while (from[i] != 0) { to[i] = from[i]; i++; }
  to[i] = from[i];
  n = i;
  for (i = 0; i < n; i++) check(to[i] == from[i] && to[i] != 0);
  check(to[n] == 0);
}
