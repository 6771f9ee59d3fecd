// valid-memsafety: true
// A node is taken out of the list and not released. Mended.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int key;
    struct node *next;
};
int main(void) {
    struct node *head = 0;
    for (int i = 0; i < 3; i++) {
        struct node *p = malloc(sizeof *p);
        p->key = i;
        p->next = head;
        head = p;
    }
    int key = __VERIFIER_nondet_int();
    for (struct node **at = &head; *at; at = &(*at)->next)
        if ((*at)->key == key) {
            struct node *gone = *at;
            *at = gone->next;
            free(gone);
            break;
        }
    while (head) {
        struct node *p = head->next;
        free(head);
        head = p;
    }
    return 0;
}
