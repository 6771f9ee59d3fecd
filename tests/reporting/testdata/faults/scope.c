// property: valid-memtrack
#include <stdlib.h>
int f(int n) {
  int *p = malloc(8);
  p[0] = n;
  return p[0];
}
int main(void) { return f(3); }
