// valid-memsafety: unknown
// valid-memcleanup: unknown
#include <stdlib.h>
int main(void) {
    int a[2][3] = {{0}}, i = 4;
    return a[0][i];
}
