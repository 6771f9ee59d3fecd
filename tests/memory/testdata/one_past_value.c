// valid-memsafety: true
// valid-memcleanup: true
#include <stdlib.h>
int main(void) {
    int *p = malloc(3 * sizeof(int)), *q;
    for (q = p; q != p + 3; q++)
        *q = 1;
    free(p);
    return 0;
}
