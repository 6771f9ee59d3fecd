// valid-memsafety: false(valid-deref)
// valid-memcleanup: unknown
#include <stdlib.h>
#include <string.h>
int main(void) {
    char *p = malloc(4), q[8] = {0};
    memcpy(p, q, 8);
    free(p);
    return 0;
}
