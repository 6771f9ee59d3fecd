// property: valid-memtrack
#include <stdlib.h>
struct { int n; char *text[2]; } s;
int main(void) {
  s.text[1] = malloc(5);
  s.text[1] = 0;
  return 0;
}
