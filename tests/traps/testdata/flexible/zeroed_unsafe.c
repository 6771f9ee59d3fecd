/* calloc zeroes the flexible part, which is then set byte by byte */
#include <assert.h>
#include <stdlib.h>
struct s { long n; int d[]; };
int main(void) {
  struct s *p = calloc(1, sizeof *p + 3 * sizeof(int));
  if (!p) return 0;
  unsigned char *c = (unsigned char *)p->d;
  c[5] = 1;
  assert(p->d[1] == 0);
  free(p);
  return 0;
}
