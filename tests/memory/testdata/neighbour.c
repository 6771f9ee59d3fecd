// valid-memsafety: false(valid-deref)
// valid-memcleanup: unknown
#include <stdlib.h>
static int a[4], b[4];
int main(void) {
    int *p = a;
    p[8] = 1;
    return b[0];
}
