// property: valid-memtrack
#include <stdlib.h>
int f(int n) {
  int *p = malloc(4);
  int r = n > 0 ? f(n - 1) : 0;
  if (n != 2)
    free(p);
  return r;
}
int main(void) { return f(3); }
