// valid-memsafety: false(valid-deref)
// valid-memcleanup: unknown
#include <stdlib.h>
#include <alloca.h>
static int *last;
static void at_end(void) { *last = 2; }
int main(void) {
    int *p = alloca(4);
    *p = 1;
    last = p;
    atexit(at_end);
    return 0;
}
