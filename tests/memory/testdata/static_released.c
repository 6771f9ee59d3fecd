// valid-memsafety: false(valid-free)
// valid-memcleanup: unknown
#include <stdlib.h>
static int x[2];
int main(void) {
    int *p = x;
    free(p);
    return 0;
}
