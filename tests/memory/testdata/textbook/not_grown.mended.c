// valid-memsafety: true
// with --malloc-may-fail
// Where realloc fails the old block is kept, and used as if it were the new one. Mended.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint() % 50 + 1;
    char *p = malloc(n);
    if (!p)
        return 1;
    p[0] = 1;
    char *q = realloc(p, 2 * n);
    if (q) {
        p = q;
        p[2 * n - 1] = 1;
    }
    free(p);
    return 0;
}
