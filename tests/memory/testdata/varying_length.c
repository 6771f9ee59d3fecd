// valid-memsafety: false(valid-deref)
// valid-memcleanup: unknown
#include <stdlib.h>
static int f(int n) {
    int a[n];
    int i;
    for (i = 0; i <= n; i++)
        a[i] = i;
    return a[0];
}
int main(void) {
    return f(3);
}
