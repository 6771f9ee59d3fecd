// valid-memsafety: false(valid-memtrack)
// valid-memcleanup: false(valid-memcleanup)
#include <stdlib.h>
int main(void) {
    malloc(4);
    return 0;
}
