// valid-memsafety: false(valid-deref)
// valid-memcleanup: unknown
#include <stdlib.h>
int main(void) {
    int *p = malloc(4), *q = realloc(p, 8);
    *p = 1;
    free(q);
    return 0;
}
