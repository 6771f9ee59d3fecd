// valid-memsafety: false(valid-memtrack)
// valid-memcleanup: false(valid-memcleanup)
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int *p = malloc(4);
    if (__VERIFIER_nondet_int() > 3)
        return 0;
    free(p);
    return 0;
}
