// valid-memcleanup: true
// A cache that a global keeps is not released at the end. Mended.
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
    for (int i = 0; i < 8; i++)
        free(cache[i]);
    return 0;
}
