// valid-memsafety: false(valid-free)
// valid-memcleanup: unknown
#include <stdlib.h>
int main(void) {
    int x = 0;
    int *p = &x;
    free(p);
    return x;
}
