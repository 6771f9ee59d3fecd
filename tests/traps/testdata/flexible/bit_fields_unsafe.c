/* elements with bit-fields */
#include <assert.h>
#include <stdlib.h>
struct b { unsigned a : 3, b : 5; };
struct s { unsigned char n; struct b d[]; };
int main(void) {
  struct s *p = malloc(sizeof *p + 2 * sizeof(struct b));
  if (!p) return 0;
  p->d[1].a = 7;
  p->d[1].b = 1;
  ((unsigned char *)&p->d[1])[0] = 0xf0;
  assert(p->d[1].a == 7);
  free(p);
  return 0;
}
