// valid-memsafety: true
// valid-memcleanup: true
#include <stdlib.h>
#include <alloca.h>
int main(void) {
    int *p = alloca(4);
    *p = 1;
    return 0;
}
