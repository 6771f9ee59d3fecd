// valid-memsafety: not proved
// String literals with the same text may be one object.
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof(int));
  const char *a = "abc", *b = "abc";
  if (a == b) free(p);
  free(p);
  return 0;
}
