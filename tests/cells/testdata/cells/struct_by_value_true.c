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
static void f(struct s x) {
  for (int i = 0; i < 8; i++) x.v[i] = 0;
}
int main(void) {
  int i;
  struct s a;
  for (i = 0; i < 8; i++) a.v[i] = i;
  f(a);
  for (i = 0; i < 8; i++) check(a.v[i] == i);
  return 0;
}
