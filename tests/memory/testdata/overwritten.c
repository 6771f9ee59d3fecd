// valid-memsafety: false(valid-memtrack)
// valid-memcleanup: false(valid-memcleanup)
#include <stdlib.h>
int main(void) {
    int *p = malloc(4);
    p = malloc(4);
    free(p);
    return 0;
}
