// proved
// Counters in a block from malloc are counted up, as if they began with zero. Mended.
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    unsigned n = 1 + (__VERIFIER_nondet_uchar() & 7);
    unsigned char *kinds = malloc(n);
    unsigned *counts = calloc(8, sizeof *counts);
    if (!counts || !kinds)
        return 0;
    for (unsigned i = 0; i < n; i++)
        kinds[i] = __VERIFIER_nondet_uchar() & 7;
    for (unsigned i = 0; i < n; i++)
        counts[kinds[i]]++;
    int seen = 0;
    for (unsigned i = 0; i < 8; i++)
        if (counts[i])
            seen++;
    free(counts);
    free(kinds);
    return seen;
}
