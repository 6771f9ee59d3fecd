// valid-memsafety: true
// valid-memcleanup: true
#include <stdlib.h>
static int f(int n) {
    int a[n];
    int i;
    for (i = 0; i < n; i++)
        a[i] = i;
    return a[0];
}
int main(void) {
    return f(3);
}
