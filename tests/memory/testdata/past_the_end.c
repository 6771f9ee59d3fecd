// valid-memsafety: true
// valid-memcleanup: false(valid-memcleanup)
#include <stdlib.h>
static char *p;
int main(void) {
    p = malloc(8);
    p = p + 8;
    return 0;
}
