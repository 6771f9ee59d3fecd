// valid-memsafety: true
// valid-memcleanup: true
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
    while (head) {
        p = head->next;
        free(head);
        head = p;
    }
    return 0;
}
