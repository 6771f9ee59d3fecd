// valid-memsafety: false(valid-deref)
// valid-memcleanup: unknown
#include <stdlib.h>
int main(void) {
    int *p = malloc(sizeof *p);
    free(p);
    *p;
    return 0;
}
