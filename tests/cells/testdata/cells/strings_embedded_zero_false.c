#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
static void check(int c) {
  if (!c)
    reach_error();
}
static int size(int most) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > most)
    abort();
  return n;
}
int main(void) {
  int n = size(100), i;
  char s[104];
  for (i = 0; i < n; i++) s[i] = __VERIFIER_nondet_uchar();
  s[n] = 0;
  check(strlen(s) == (unsigned)n);
  return 0;
}
