// valid-memsafety: true
// valid-memcleanup: true
#include <stdlib.h>
struct s { int a, b; };
int main(void) {
    struct s *p = malloc(sizeof *p);
    free(&p->a);
    return 0;
}
