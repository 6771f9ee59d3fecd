// valid-memsafety: true
// valid-memcleanup: false(valid-memcleanup)
#include <stdlib.h>
#include <stdint.h>
static uintptr_t kept;
int main(void) {
    char *p = malloc(8);
    kept = (uintptr_t)p;
    return 0;
}
