// valid-memsafety: false(valid-deref)
// Two owners release the same list: the second one reads its first node before it releases that again.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    struct node *next;
};
static void release(struct node *p) {
    while (p) {
        struct node *next = p->next;
        free(p);
        p = next;
    }
}
int main(void) {
    struct node *waiting = malloc(sizeof *waiting), *done = 0;
    waiting->next = 0;
    if (__VERIFIER_nondet_int() > 2) {
        done = waiting;
    }
    release(waiting);
    release(done);
    return 0;
}
