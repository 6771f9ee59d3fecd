// property: valid-free
#include <stdlib.h>
int main(void) {
  int *p = calloc(2, 4);
  free(p);
  free(p);
  return 0;
}
