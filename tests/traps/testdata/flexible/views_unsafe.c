/* two types with a flexible array each see the same block */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct words { int n; unsigned short d[]; };
struct bytes { int n; unsigned char d[]; };
int main(void) {
  void *v = malloc(sizeof(struct words) + 4 * sizeof(short));
  if (!v) return 0;
  struct words *w = v;
  struct bytes *b = v;
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 3) return 0;
  w->n = 4;
  w->d[i] = 0x1234;
  b->d[2 * i] = 0;
  assert(w->d[i] == 0x1234);
  free(v);
  return 0;
}
