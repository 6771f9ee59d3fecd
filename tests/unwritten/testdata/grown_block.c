// violated
// What realloc adds to a block is read.
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    int *p = malloc(2 * sizeof *p);
    if (!p)
        return 0;
    p[0] = 1;
    p[1] = 2;
    int *q = realloc(p, 4 * sizeof *q);
    if (!q) {
        free(p);
        return 0;
    }
    int found = q[__VERIFIER_nondet_uchar() & 3] == 2;
    if (found)
        found = 2;
    free(q);
    return found;
}
