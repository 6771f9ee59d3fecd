/* arrays of length 0 at the end, two views */
#include <assert.h>
#include <stdlib.h>
struct p { unsigned short n; unsigned d[0]; };
struct q { unsigned short n, pad; unsigned char d[0]; };
int main(void) {
  struct p *a = malloc(sizeof *a + 2 * sizeof(unsigned));
  if (!a) return 0;
  struct q *b = (struct q *)a;
  a->n = 2;
  a->d[0] = a->d[1] = 0;
  b->d[5] = 1;
  assert(a->d[1] == 256 && a->d[0] == 0 && b->n == 2);
  free(a);
  return 0;
}
