// valid-memsafety: false(valid-deref)
// valid-memcleanup: unknown
#include <stdlib.h>
int main(void) {
    int *p;
    {
        int x = 1;
        p = &x;
    }
    return *p;
}
