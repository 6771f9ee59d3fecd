// valid-memsafety: true
// valid-memcleanup: false(valid-memcleanup)
#include <stdlib.h>
static void f(void) {
    exit(0);
}
int main(void) {
    char *p = malloc(8);
    *p = 1;
    f();
    return *p;
}
