// valid-memsafety: false(valid-deref)
// with --malloc-may-fail
// The result of malloc is used where it failed.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint() % 100 + 1;
    int *p = malloc(n * sizeof *p);
    for (unsigned i = 0; i < n; i++)
        p[i] = 0;
    free(p);
    return 0;
}
