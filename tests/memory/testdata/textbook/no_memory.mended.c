// valid-memsafety: true
// with --malloc-may-fail
// The result of malloc is used where it failed. Mended.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint() % 100 + 1;
    int *p = malloc(n * sizeof *p);
    if (p == 0)
        return 1;
    for (unsigned i = 0; i < n; i++)
        p[i] = 0;
    free(p);
    return 0;
}
