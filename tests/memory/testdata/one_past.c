// valid-memsafety: false(valid-deref)
// valid-memcleanup: unknown
#include <stdlib.h>
int main(void) {
    char *p = malloc(3);
    char c = p[3];
    free(p);
    return c;
}
