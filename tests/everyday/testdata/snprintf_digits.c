// TRUE: The same by snprintf and strtol.
#include <stdio.h>
#include <stdlib.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int v = __VERIFIER_nondet_int();
  if (v < -999 || v > 999) return 0;
  char text[8];
  int n = snprintf(text, sizeof text, "%d", v);
  if (n < 1 || n > 4) reach_error();
  if (strtol(text, 0, 10) != v) reach_error();
  return 0;
}
