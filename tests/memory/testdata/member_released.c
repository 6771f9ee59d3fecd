// valid-memsafety: false(valid-free)
// valid-memcleanup: unknown
#include <stdlib.h>
struct s { int a, b; };
int main(void) {
    struct s *p = malloc(sizeof *p);
    free(&p->b);
    return 0;
}
