// valid-memsafety: true
// valid-memcleanup: false(valid-memcleanup)
#include <stdlib.h>
int main(void) {
    char *p = malloc(8);
    *p = 1;
    abort();
}
