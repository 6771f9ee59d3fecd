// property: valid-memcleanup
#include <stdlib.h>
int main(void) {
  int *p = malloc(8);
  p = malloc(4);
  free(p);
  return 0;
}
