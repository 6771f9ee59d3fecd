// valid-memsafety: true
// The pointer to the value is set on one way only, and null on the other. Mended.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct option {
    int kind;
    int *value;
};
int main(void) {
    struct option *o = calloc(1, sizeof *o);
    int here = 3;
    o->kind = __VERIFIER_nondet_int();
    if (o->kind > 0)
        o->value = &here;
    if (o->kind > 0)
        *o->value = 4;
    free(o);
    return 0;
}
