#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static void check(int c) {
  if (!c)
    reach_error();
}
int main(void) {
  int i;
  static struct {
    int n;
    int a[8];
  }  s;
  s.n = 8;
  int *p = &s.n;
  for (i = 1; i <= 8; i++) memcpy((char *)&s + sizeof(int) * i, &i, sizeof i);
  for (i = 0; i < s.n; i++) check(s.a[i] == i);
  return 0;
}
