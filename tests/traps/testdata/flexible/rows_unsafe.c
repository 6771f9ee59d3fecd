/* a flexible array of arrays */
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
struct m { int n; short r[][3]; };
int main(void) {
  struct m *p = malloc(sizeof *p + 2 * sizeof(short[3]));
  if (!p) return 0;
  short *f = &p->r[0][0];
  for (int i = 0; i < 6; i++) ((short *)((char *)p + offsetof(struct m, r)))[i] = i;
  p->r[1][2] = 50;
  assert(p->r[1][0] == 2);
  free(p);
  return 0;
}
