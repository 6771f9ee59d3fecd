// valid-memsafety: true
// A length is compared as a signed number and used as an unsigned one. Mended.
#include <string.h>
extern int __VERIFIER_nondet_int(void);
static char from[100], to[64];
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 64 || n < 0)
        return 0;
    memcpy(to, from, n);
    return to[0];
}
