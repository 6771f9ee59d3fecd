// valid-memsafety: false(valid-memtrack)
// valid-memcleanup: false(valid-memcleanup)
#include <stdlib.h>
struct n { struct n *next; };
static struct n *head;
int main(void) {
    head = malloc(sizeof *head);
    head->next = malloc(sizeof *head);
    head->next->next = malloc(sizeof *head);
    head->next->next->next = 0;
    head->next = 0;
    free(head);
    head = 0;
    return 0;
}
