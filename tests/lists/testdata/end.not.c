// valid-memsafety: not proved
// One past the end of an object may be the address of another one, whatever the addresses that are chosen.
#include <stdlib.h>
int a[2], b[2];
int main(void) {
  int *p = malloc(sizeof(int)), *q = &a[2];
  if (q != b) free(p);
  free(p);
  return 0;
}
