// valid-memsafety: false(valid-deref)
// valid-memcleanup: unknown
#include <stdlib.h>
int main(void) {
    int *p;
    {
        p = &(int){1};
    }
    return *p;
}
