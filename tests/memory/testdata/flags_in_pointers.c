// valid-memsafety: true
// valid-memcleanup: true
#include <stdint.h>
#include <stdlib.h>

/* The lowest bit of a link says what kind of node it leads to. */
struct node {
    struct node *next;
    int value;
};

static struct node *marked(struct node *n) { return (struct node *)((uintptr_t)n | 1); }
static struct node *plain(struct node *n) { return (struct node *)((uintptr_t)n & ~(uintptr_t)1); }

int main(void) {
    struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    a->value = 1;
    b->value = 2;
    b->next = 0;
    a->next = marked(b);
    int sum = 0;
    for (struct node *n = a; n; n = plain(n->next)) {
        sum += n->value;
        if (((uintptr_t)n->next & 1) == 0 && plain(n->next))
            return plain(n->next)->value;
    }
    free(plain(a->next));
    free(a);
    return sum;
}
