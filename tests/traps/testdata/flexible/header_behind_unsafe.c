/* the header of the next record lies over the flexible array of the one before it */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
struct h { unsigned n; unsigned char d[]; };
int main(void) {
  struct h *a = malloc(4 * sizeof *a);
  if (!a) return 0;
  memset(a, 0, 4 * sizeof *a);
  struct h *b = a + 1;
  b->n = 0x01020304;
  a->d[1] = 0xff;
  assert(b->n == 0x01020304);
  free(a);
  return 0;
}
