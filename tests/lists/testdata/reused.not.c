// valid-memsafety: not proved
// A new block may have the address of one that was released.
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof(int));
  free(p);
  int *q = malloc(sizeof(int));
  if (p != q) free(q);
  free(q);
  return 0;
}
