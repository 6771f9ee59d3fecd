// valid-memsafety: false(valid-free)
// valid-memcleanup: unknown
#include <stdlib.h>
int main(void) {
    int *p = malloc(4), *q = realloc(p, 8);
    q = realloc(p, 16);
    free(q);
    return 0;
}
