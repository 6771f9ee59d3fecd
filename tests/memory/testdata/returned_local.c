// valid-memsafety: false(valid-deref)
// valid-memcleanup: unknown
#include <stdlib.h>
static int *f(void) {
    int x = 1, *p = &x;
    return p;
}
int main(void) {
    return *f();
}
