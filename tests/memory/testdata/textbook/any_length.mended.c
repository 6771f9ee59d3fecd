// valid-memsafety: true
// The loop over a block of any length takes the element behind the last one, too. Mended.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0 || n > 1000000)
        return 0;
    int *a = malloc(n * sizeof *a);
    int *b = malloc(n * sizeof *b);
    for (unsigned i = 0; i < n; i++)
        a[i] = n - i;
    for (unsigned i = 0; i < n; i++)
        b[i] = a[i] + 1;
    free(a);
    free(b);
    return 0;
}
