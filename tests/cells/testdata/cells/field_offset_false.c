#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
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
struct s {
  char c;
  int a[3];
};
int main(void) {
  int n = size(1000), i;
  static struct s x[1003];
  for (i = 0; i < n; i++) {
    x[i].a[2] = 1;
  }
  char *p = (char *)x;
  for (i = 0; i < n; i++) p[sizeof(struct s) * i + 12] = 3;
  for (i = 0; i < n; i++) check(x[i].a[2] == 1);
  return 0;
}
