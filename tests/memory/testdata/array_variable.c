// valid-memsafety: false(valid-deref)
// valid-memcleanup: unknown
#include <stdlib.h>
int main(void) {
    int a[4] = {0}, i;
    for (i = 0; i <= 4; i++)
        a[i] = i;
    return 0;
}
