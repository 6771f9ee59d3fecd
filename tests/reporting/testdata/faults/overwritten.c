// property: valid-memtrack
#include <stdlib.h>
int *p;
int main(void) {
  int *q = malloc(8);
  p = q;
  q = 0;
  p = malloc(4);
  free(p);
  return 0;
}
