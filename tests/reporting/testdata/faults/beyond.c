// property: valid-deref
#include <stdlib.h>
int main(void) {
  int *p = malloc(16);
  for (int i = 0; i <= 4; i++)
    p[i] = i;
  return 0;
}
