// property: valid-memtrack
#include <stdlib.h>
struct box { int *in; };
int main(void) {
  struct box *b = malloc(sizeof *b);
  b->in = malloc(4);
  free(b);
  return 0;
}
