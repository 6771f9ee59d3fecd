// property: valid-deref
#include <string.h>
int main(void) {
  char *p = strdup("four");
  return p[5];
}
