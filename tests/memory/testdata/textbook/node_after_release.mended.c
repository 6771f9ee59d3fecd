// valid-memsafety: true
// The next node is read from a node that was released. Mended.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    struct node *next;
};
int main(void) {
    struct node *head = 0;
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n && i < 6; i++) {
        struct node *p = malloc(sizeof *p);
        p->next = head;
        head = p;
    }
    while (head) {
        struct node *p = head->next;
        free(head);
        head = p;
    }
    return 0;
}
