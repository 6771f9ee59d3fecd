/* a flexible array of pointers: the targets are changed through it */
#include <assert.h>
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
struct v { unsigned n; int *p[]; };
int main(void) {
  int x = 1, y = 2;
  struct v *v = malloc(sizeof *v + 2 * sizeof(int *));
  if (!v) return 0;
  v->n = 2;
  v->p[0] = &x;
  v->p[1] = &y;
  unsigned i = __VERIFIER_nondet_uchar() % v->n;
  *v->p[i] = 7;
  assert(x == 1);
  free(v);
  return 0;
}
