// valid-memsafety: false(valid-memtrack)
// valid-memcleanup: true
#include <stdlib.h>
int main(void) {
    for (;;) {
        int *p = malloc(4);
        *p = 1;
    }
}
