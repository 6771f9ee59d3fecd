// valid-memsafety: true
// A pointer into the block is kept while the block grows. Mended.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint() % 12, room = 4;
    int *a = malloc(room * sizeof *a), *last = a;
    for (unsigned i = 0; i < n; i++) {
        if (i == room) {
            room *= 2;
            a = realloc(a, room * sizeof *a);
            last = a + i - 1;
        }
        a[i] = i;
        if (i > 0)
            *last += 1;
        last = a + i;
    }
    free(a);
    return 0;
}
