// valid-memsafety: true
// valid-memcleanup: true
#include <stdlib.h>
int main(void) {
    int *p = malloc(4);
    for (;;)
        *p = 1;
}
