// valid-memsafety: false(valid-free)
// valid-memcleanup: unknown
#include <stdlib.h>
static char *p;
static void done(void) {
    free(p);
}
int main(void) {
    atexit(done);
    p = malloc(8);
    free(p);
    return 0;
}
