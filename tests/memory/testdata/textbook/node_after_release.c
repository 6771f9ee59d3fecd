// valid-memsafety: false(valid-deref)
// The next node is read from a node that was released.
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
    for (struct node *p = head; p; p = p->next)
        free(p);
    return 0;
}
