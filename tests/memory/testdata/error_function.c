// valid-memsafety: true
// valid-memcleanup: false(valid-memcleanup)
#include <stdlib.h>
void reach_error(void) {
    abort();
}
int main(void) {
    int *p = malloc(4);
    *p = 0;
    reach_error();
    free(p);
    return 0;
}
