// valid-memsafety: false(valid-memtrack)
// valid-memcleanup: false(valid-memcleanup)
#include <stdlib.h>
struct n { struct n *next; };
int main(void) {
    struct n *p = malloc(sizeof *p), *q = malloc(sizeof *q);
    p->next = q;
    q->next = p;
    p = q = 0;
    return 0;
}
