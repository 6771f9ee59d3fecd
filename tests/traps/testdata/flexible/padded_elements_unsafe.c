/* elements with padding inside; the array is copied as a whole */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
struct e { char c; int v; };
struct s { short n; struct e d[]; };
int main(void) {
  struct s *a = malloc(sizeof *a + 2 * sizeof(struct e)), *b = malloc(sizeof *a + 2 * sizeof(struct e));
  if (!a || !b) return 0;
  a->n = 2;
  a->d[0].c = 1;
  a->d[0].v = 10;
  a->d[1].c = 2;
  a->d[1].v = 20;
  memcpy(b, a, sizeof *a + 2 * sizeof(struct e));
  a->d[1].v = 21;
  assert(b->d[1].v == 21);
  free(a);
  free(b);
  return 0;
}
