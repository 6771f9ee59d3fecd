/* unions as elements of a flexible array: what is written as one member is read as another */
#include <assert.h>
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
union cell { struct { unsigned char x, y; } a; unsigned short w; };
struct pool { unsigned magic; union cell cells[]; };
int main(void) {
  unsigned n = __VERIFIER_nondet_uchar() % 4;
  struct pool *p = malloc(sizeof *p + (n + 1) * sizeof(union cell));
  if (!p) return 0;
  p->magic = 7;
  p->cells[n].w = 0x0102;
  p->cells[n].a.y = 0xff;
  assert(p->cells[n].w == 0x0102);
  free(p);
  return 0;
}
