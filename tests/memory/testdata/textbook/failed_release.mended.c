// valid-memsafety: true
// with --malloc-may-fail
// Where realloc fails, the old block is lost, since its pointer was overwritten. Mended.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint() % 50 + 1;
    char *p = malloc(n);
    if (!p)
        return 1;
    char *q = realloc(p, 2 * n);
    if (!q) {
        free(p);
        return 1;
    }
    p = q;
    p[n] = 1;
    free(p);
    return 0;
}
