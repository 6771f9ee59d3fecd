// valid-memsafety: false(valid-memtrack)
// valid-memcleanup: false(valid-memcleanup)
#include <stdlib.h>
static void f(int n) {
    int *p = malloc(4);
    *p = n;
    if (n > 0)
        f(n - 1);
    if (n != 2)
        free(p);
}
int main(void) {
    f(4);
    return 0;
}
