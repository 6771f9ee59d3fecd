// valid-memsafety: false(valid-deref)
// valid-memcleanup: unknown
#include <stdlib.h>
int main(void) {
    int *p = 0;
    return *p;
}
