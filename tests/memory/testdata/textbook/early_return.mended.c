// valid-memsafety: true
// An early return forgets a buffer. Mended.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int sum(int n) {
    int *a = malloc(sizeof(int) * 4), s = 0;
    if (n < 0) {
        free(a);
        return -1;
    }
    for (int i = 0; i < 4; i++)
        a[i] = i;
    for (int i = 0; i < 4; i++)
        s += a[i];
    free(a);
    return s;
}
int main(void) {
    return sum(__VERIFIER_nondet_int() % 10) == 6;
}
