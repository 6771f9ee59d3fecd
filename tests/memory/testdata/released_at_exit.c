// valid-memsafety: true
// valid-memcleanup: true
#include <stdlib.h>
static char *p;
static void done(void) {
    free(p);
}
int main(void) {
    atexit(done);
    p = malloc(8);
    return 0;
}
