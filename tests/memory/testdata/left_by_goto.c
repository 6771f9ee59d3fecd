// valid-memsafety: unknown
// valid-memcleanup: unknown
#include <stdlib.h>
int main(void) {
    int *p;
    {
        int x = 1;
        p = &x;
        goto out;
    }
out:
    return *p;
}
