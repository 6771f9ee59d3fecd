// property: valid-memtrack
#include <stdlib.h>
int main(void) {
  malloc(4);
  return 0;
}
