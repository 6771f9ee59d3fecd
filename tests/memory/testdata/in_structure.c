// valid-memsafety: true
// valid-memcleanup: false(valid-memcleanup)
#include <stdlib.h>
struct s { int tag; struct { char *p; } in[2]; };
static struct s kept;
int main(void) {
    kept.in[1].p = malloc(8);
    return 0;
}
