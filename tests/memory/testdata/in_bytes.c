// valid-memsafety: true
// valid-memcleanup: false(valid-memcleanup)
#include <stdlib.h>
#include <string.h>
static char kept[sizeof(char *)];
int main(void) {
    char *p = malloc(8);
    memcpy(kept, &p, sizeof p);
    return 0;
}
