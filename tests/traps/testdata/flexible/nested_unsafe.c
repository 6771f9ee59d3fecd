/* a record with a flexible array as the last member of another; its bytes are read from the outer record's beginning */
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
struct in { unsigned char n; unsigned short d[]; };
struct out { unsigned h; struct in in; };
int main(void) {
  struct out *o = malloc(offsetof(struct out, in.d) + 3 * sizeof(short));
  if (!o) return 0;
  o->h = 1;
  o->in.n = 3;
  o->in.d[2] = 0xabcd;
  unsigned char *c = (unsigned char *)o;
  c[offsetof(struct out, in.d) + 4] = 0;
  assert(o->in.d[2] == 0xabcd);
  free(o);
  return 0;
}
