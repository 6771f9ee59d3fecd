// valid-memsafety: false(valid-deref)
// valid-memcleanup: unknown
#include <stdlib.h>
struct n { struct n *next; };
int main(void) {
    struct n *head = 0, *p;
    int i;
    for (i = 0; i < 5; i++) {
        p = malloc(sizeof *p);
        p->next = head;
        head = p;
    }
    for (p = head; p; p = p->next)
        free(p);
    return 0;
}
