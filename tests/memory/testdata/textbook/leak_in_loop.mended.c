// valid-memsafety: true
// Each turn allocates, and only the last block is released. Mended.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int(), *last = 0;
    for (int i = 0; i < n && i < 5; i++) {
        free(last);
        last = malloc(sizeof *last);
        *last = i;
    }
    free(last);
    return 0;
}
