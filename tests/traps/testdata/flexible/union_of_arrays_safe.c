/* a union of records, each with an array of no length: several flexible arrays at one place */
#include <assert.h>
#include <stdlib.h>
struct s { unsigned n; union { struct { struct { } e1; unsigned short w[]; }; struct { struct { } e2; unsigned char c[]; }; }; };
int main(void) {
  struct s *p = malloc(sizeof *p + 4);
  if (!p) return 0;
  p->n = 2;
  p->w[1] = 0;
  p->c[2] = 3;
  assert(p->w[1] == 3 && p->n == 2);
  free(p);
  return 0;
}
