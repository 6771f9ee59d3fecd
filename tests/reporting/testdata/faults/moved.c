// property: valid-deref
#include <stdlib.h>
int main(void) {
  char *p = malloc(3), *q;
  q = realloc(p, 8);
  p[0] = 1;
  free(q);
  return 0;
}
