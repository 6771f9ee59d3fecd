// valid-memsafety: false(valid-deref)
// A length is compared as a signed number and used as an unsigned one.
#include <string.h>
extern int __VERIFIER_nondet_int(void);
static char from[100], to[64];
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 64)
        return 0;
    memcpy(to, from, n);
    return to[0];
}
