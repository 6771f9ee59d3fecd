/* a member behind a record with a flexible array lies over it (GNU C); accesses as characters */
#include <assert.h>
#include <stdlib.h>
struct s { unsigned n; unsigned char d[]; };
struct o { struct s in; unsigned after; };
int main(void) {
  struct o *o = malloc(sizeof *o);
  if (!o) return 0;
  o->after = 0x01020304;
  struct s *s = &o->in;
  s->d[0] = 0xff;
  assert(o->after == 0x010203ff);
  free(o);
  return 0;
}
