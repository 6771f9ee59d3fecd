// valid-memsafety: false(valid-deref)
// valid-memcleanup: unknown
#include <stdlib.h>
#include <string.h>
int main(void) {
    char *p = malloc(3);
    strcpy(p, "abc");
    free(p);
    return 0;
}
