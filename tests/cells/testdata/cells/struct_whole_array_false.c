#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static void check(int c) {
  if (!c)
    reach_error();
}
struct s {
  int v[8];
};
int main(void) {
  int i;
  struct s a, b;
  for (i = 0; i < 8; i++) a.v[i] = i;
  b = a;
  a.v[3] = 9;
  for (i = 0; i < 8; i++) check(b.v[i] == a.v[i]);
  return 0;
}
