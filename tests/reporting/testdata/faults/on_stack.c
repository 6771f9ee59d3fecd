// property: valid-free
#include <stdlib.h>
#include <alloca.h>
int main(void) {
  int *p = alloca(4);
  free(p);
  return 0;
}
