// valid-memsafety: unknown
// valid-memcleanup: unknown
#include <stdlib.h>
int main(void) {
    int big = 2147483647, *p = malloc(4);
    big = big + 1;
    p[1] = big;
    return 0;
}
