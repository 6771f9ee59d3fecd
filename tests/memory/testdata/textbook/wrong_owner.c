// valid-memsafety: false(valid-memtrack)
// The container is released without what it contains.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct box {
    int *content;
};
int main(void) {
    struct box *b = malloc(sizeof *b);
    b->content = 0;
    if (__VERIFIER_nondet_int() == 12)
        b->content = malloc(4);
    free(b);
    return 0;
}
