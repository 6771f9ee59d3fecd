// valid-memsafety: true
// valid-memcleanup: true
#include <stdlib.h>
int main(void) {
    int *p = malloc(4);
    *p = 7;
    p = realloc(p, 8);
    p[1] = *p;
    free(p);
    return 0;
}
