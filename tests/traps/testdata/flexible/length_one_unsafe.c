/* the last array of length 1 goes on behind the type, as gcc takes it by default */
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
struct words { int n; unsigned short d[1]; };
struct bytes { int n; unsigned char d[1]; };
int main(void) {
  void *v = malloc(offsetof(struct words, d) + 4 * sizeof(short));
  if (!v) return 0;
  struct words *w = v;
  struct bytes *b = v;
  w->d[3] = 0;
  b->d[7] = 1;
  assert(w->d[3] == 0);
  free(v);
  return 0;
}
