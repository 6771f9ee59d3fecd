/* a block is enlarged by realloc: the flexible part stays */
#include <assert.h>
#include <stdlib.h>
struct vec { unsigned n; short d[]; };
int main(void) {
  struct vec *v = malloc(sizeof *v + sizeof(short));
  if (!v) return 0;
  v->n = 1;
  v->d[0] = 5;
  v = realloc(v, sizeof *v + 3 * sizeof(short));
  if (!v) return 0;
  v->d[1] = 6;
  v->d[2] = 7;
  v->n = 3;
  int sum = 0;
  for (unsigned i = 0; i < v->n; i++) sum += v->d[i];
  assert(sum == 18);
  free(v);
  return 0;
}
