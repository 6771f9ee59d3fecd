/* an assignment copies the record as far as sizeof goes, of the flexible array what lies in the padding there */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
struct s { int n; char k; unsigned char d[]; };
int main(void) {
  struct s *p = malloc(sizeof *p + 4), *q = malloc(sizeof *q + 4);
  if (!p || !q) return 0;
  memset(p, 1, sizeof *p + 4);
  memset(q, 2, sizeof *q + 4);
  q->n = 7;
  *p = *q;
  assert(p->d[3] == 2);
  free(p);
  free(q);
  return 0;
}
