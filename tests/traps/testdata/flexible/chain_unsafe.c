/* records of different lengths one after the other in one block */
#include <assert.h>
#include <stdlib.h>
struct rec { unsigned char len; unsigned char d[]; };
int main(void) {
  unsigned char *buf = malloc(8);
  if (!buf) return 0;
  struct rec *r = (struct rec *)buf;
  r->len = 2;
  r->d[0] = 5;
  r->d[1] = 6;
  struct rec *s = (struct rec *)(buf + 1 + r->len);
  s->len = 4;
  for (int i = 0; i < s->len; i++) s->d[i] = 10 + i;
  assert(r->d[2] == 6);
  free(buf);
  return 0;
}
