#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static void check(int c) {
  if (!c)
    reach_error();
}
int main(void) {
  char a[8] = "abcdefg", b[8] = "xyz";
  int i;
  strcpy(a, b);
  for (i = 0; i < 8; i++) check(a[i] == b[i]);
  return 0;
}
