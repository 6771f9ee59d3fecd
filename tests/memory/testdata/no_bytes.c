// valid-memsafety: unknown
// valid-memcleanup: unknown
#include <stdlib.h>
int main(void) {
    char *p = malloc(0);
    return p == 0;
}
