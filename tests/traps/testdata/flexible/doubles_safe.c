/* a flexible array of doubles, whose bits are read as integers */
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
struct s { int n; double d[]; };
int main(void) {
  struct s *p = malloc(offsetof(struct s, d) + 2 * sizeof(double));
  if (!p) return 0;
  p->n = 1;
  p->d[1] = 1.0;
  unsigned char *c = (unsigned char *)&p->d[1];
  assert(c[7] == 0x3f && c[6] == 0xf0 && p->n == 1);
  c[7] = 0x40;
  free(p);
  return 0;
}
