// valid-memsafety: true
// The loop goes one element too far. Mended.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0 || n > 20)
        return 0;
    int *a = malloc(n * sizeof *a);
    for (unsigned i = 0; i < n; i++)
        a[i] = 0;
    free(a);
    return 0;
}
