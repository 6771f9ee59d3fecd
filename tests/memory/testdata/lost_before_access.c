// valid-memsafety: unknown
// valid-memcleanup: unknown
#include <stdlib.h>
int main(void) {
    int *p = malloc(4);
    p = 0;
    return *p;
}
