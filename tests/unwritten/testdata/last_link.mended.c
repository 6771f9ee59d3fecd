// proved
// The last node of a list has no link that says that it is the last. Mended.
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
struct node {
    int value;
    struct node *next;
};
static struct node *add(struct node *rest, int v) {
    struct node *n = malloc(sizeof *n);
    if (!n)
        abort();
    n->value = v;
    n->next = rest;
    return n;
}
int main(void) {
    struct node *list = add(add(0, 1), __VERIFIER_nondet_uchar());
    int n = 0;
    for (struct node *p = list; p && n < 4; p = p->next)
        n++;
    return n;
}
