// valid-memsafety: true
// valid-memcleanup: true
#include <stdlib.h>
int main(void) {
    int *p = 0;
    free(p);
    return 0;
}
