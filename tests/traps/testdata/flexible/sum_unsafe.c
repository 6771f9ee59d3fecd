/* the elements of a flexible array of any length are summed up */
#include <assert.h>
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
struct v { unsigned n; int d[]; };
int main(void) {
  unsigned n = __VERIFIER_nondet_uchar() % 4;
  struct v *v = malloc(sizeof *v + n * sizeof *v->d);
  if (!v) return 0;
  v->n = n;
  for (unsigned i = 0; i < n; i++) v->d[i] = 2;
  unsigned s = 0;
  for (unsigned i = 0; i < v->n; i++) s += v->d[i];
  assert(s < 6);
  free(v);
  return 0;
}
