// valid-memsafety: false(valid-deref)
// valid-memcleanup: unknown
#include <stdlib.h>
#include <alloca.h>
static int *f(void) {
    int *p = alloca(4);
    *p = 1;
    return p;
}
int main(void) {
    return *f();
}
