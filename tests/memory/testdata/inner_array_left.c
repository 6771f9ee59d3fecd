// valid-memsafety: false(valid-deref)
// valid-memcleanup: unknown
#include <stdlib.h>
struct s { int a[4]; int b; };
int main(void) {
    struct s *p = calloc(1, sizeof *p);
    int i = 9;
    p->a[i] = 1;
    free(p);
    return 0;
}
