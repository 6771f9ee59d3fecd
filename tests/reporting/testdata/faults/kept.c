// property: valid-memcleanup
#include <stdlib.h>
int *p;
int main(void) {
  p = malloc(8);
  exit(0);
}
