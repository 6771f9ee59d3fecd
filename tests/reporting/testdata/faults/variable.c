// property: valid-free
#include <stdlib.h>
int main(void) {
  int x, *p = &x;
  free(p);
  return 0;
}
