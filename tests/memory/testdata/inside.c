// valid-memsafety: false(valid-free)
// valid-memcleanup: unknown
#include <stdlib.h>
int main(void) {
    char *p = malloc(4);
    free(p + 1);
    return 0;
}
