// valid-memsafety: false(valid-free)
// valid-memcleanup: unknown
#include <stdint.h>
#include <stdlib.h>

struct node {
    struct node *next;
    long value;
};

int main(void) {
    struct node *a = malloc(sizeof *a);
    a->next = (struct node *)((uintptr_t)a | 1);
    free(a->next);
    return 0;
}
