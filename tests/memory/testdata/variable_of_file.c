// valid-memsafety: true
// valid-memcleanup: false(valid-memcleanup)
#include <stdlib.h>
static int *p;
int main(void) {
    p = malloc(4);
    *p = 1;
    return 0;
}
