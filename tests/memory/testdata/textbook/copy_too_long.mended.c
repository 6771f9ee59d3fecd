// valid-memsafety: true
// The length of the copy is that of the source. Mended.
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint();
    if (n == 0 || m == 0 || n > 10 || m > 10)
        return 0;
    char *from = calloc(n, 1), *to = malloc(m);
    memcpy(to, from, n < m ? n : m);
    free(from);
    free(to);
    return 0;
}
