// valid-memsafety: true
// valid-memcleanup: true
#include <stdlib.h>
static void f(int n) {
    int *p = malloc(4);
    *p = n;
    if (n > 0)
        f(n - 1);
    free(p);
}
int main(void) {
    f(4);
    return 0;
}
