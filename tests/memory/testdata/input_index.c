// valid-memsafety: false(valid-deref)
// valid-memcleanup: true
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a[10] = {0}, i = __VERIFIER_nondet_int();
    if (i < 0 || i > 10)
        return 0;
    return a[i];
}
