// valid-memsafety: unknown
// valid-memcleanup: unknown
#include <stdlib.h>
struct s { int a[4]; int b; };
int main(void) {
    struct s *p = calloc(1, sizeof *p);
    int i = 4;
    p->a[i] = 1;
    i = p->b;
    free(p);
    return i;
}
