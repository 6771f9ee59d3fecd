// valid-memsafety: false(valid-deref)
// valid-memcleanup: unknown
#include <stdlib.h>
#include <string.h>
int main(void) {
    char *p = malloc(2);
    int n;
    p[0] = p[1] = 1;
    n = strlen(p);
    free(p);
    return n;
}
