// valid-memsafety: true
// The size of the block wraps around. Mended.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct pair {
    unsigned key, value;
};
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0)
        return 0;
    if (n > 0xffffffffu / sizeof(struct pair))
        return 0;
    unsigned bytes = n * (unsigned)sizeof(struct pair);
    struct pair *p = malloc(bytes);
    for (unsigned i = 0; i < n && i < 64; i++)
        p[i].key = i;
    free(p);
    return 0;
}
