#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct text {
  int length;
  char bytes[0];
};
static struct text fixed[2];
int main(void) {
  int k = __VERIFIER_nondet_int();
  struct text *p = malloc(sizeof *p + 4);
  if (k < 0 || k >= 4) return 0;
  fixed[1].length = k;
  p->bytes[k] = 7;
  if (p->bytes[fixed[1].length] == 7) reach_error();
  return 0;
}
