// valid-memsafety: false(valid-memtrack)
// with --malloc-may-fail
// Where realloc fails, the old block is lost, since its pointer was overwritten.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint() % 50 + 1;
    char *p = malloc(n);
    if (!p)
        return 1;
    p = realloc(p, 2 * n);
    if (!p)
        return 1;
    p[n] = 1;
    free(p);
    return 0;
}
