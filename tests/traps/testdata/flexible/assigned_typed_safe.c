/* an assignment takes along the elements that lie in the padding of the record, and no others; memory is divided by the members' types here */
#include <assert.h>
#include <stdlib.h>
struct s { int n; short k; short d[]; };
struct t { long h; struct s in; };
int main(void) {
  struct t *p = calloc(1, sizeof *p + 4), *q = calloc(1, sizeof *q + 4);
  if (!p || !q) return 0;
  struct s local = { 1, 2 };
  p->in.d[0] = 1;
  p->in.d[1] = 2;
  q->in.d[0] = 3;
  q->in.d[1] = 4;
  q->in.k = 5;
  *p = *q;
  assert(p->in.d[0] == 3 && p->in.k == 5 && p->in.d[1] == 2 && local.k == 2);
  return 0;
}
