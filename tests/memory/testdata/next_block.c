// valid-memsafety: false(valid-deref)
// valid-memcleanup: unknown
#include <stdlib.h>
int main(void) {
    int *t[2];
    t[0] = malloc(16);
    t[1] = malloc(16);
    t[0][4] = 1;
    free(t[0]);
    free(t[1]);
    return 0;
}
