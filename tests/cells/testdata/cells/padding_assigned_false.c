#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
// The padding of what is assigned is not specified: gcc copies it from x, where nothing has set it.
struct s {
  char c;
  int i;
} a[10], b[10];
int main(void) {
  struct s x;
  int n = __VERIFIER_nondet_int(), i;
  if (n < 1 || n > 10) return 0;
  x.c = 0;
  x.i = 0;
  for (i = 0; i < n; i++) a[i] = x;
  if (memcmp(a, b, n * sizeof(struct s)) != 0) reach_error();
  return 0;
}
