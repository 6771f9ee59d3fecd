#include "arrays.h"
/* The length of a string: no byte before it is its end, which is in the array. */
static int length(const char *s) { int n = 0; while (s[n]) n++; return n; }
int main(void) {
  char s[2000];
  int i, n;
  for (i = 0; i < 2000; i++) s[i] = __VERIFIER_nondet_int();
  s[1999] = 0;
  n = length(s);
  check(n < 2000);
  for (i = 0; i < n; i++) check(s[i] != 0);
}
