// valid-memcleanup: false(valid-memcleanup)
// A cache that a global keeps is not released at the end.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
static int *cache[8];
static int *get(unsigned i) {
    if (!cache[i])
        cache[i] = calloc(4, sizeof(int));
    return cache[i];
}
int main(void) {
    for (int k = 0; k < 3; k++)
        get(__VERIFIER_nondet_uint() % 8)[k] = k;
    return 0;
}
