// valid-memsafety: true
// valid-memcleanup: false(valid-memcleanup)
#include <stdlib.h>
static void f(void) {
    static int *p;
    p = malloc(4);
}
int main(void) {
    f();
    return 0;
}
