// valid-memsafety: false(valid-deref)
// A copy of fixed length reads past the end of its source.
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 64)
        return 0;
    char key[32], *given = calloc(n + 1, 1);
    memset(key, 0, sizeof key);
    memcpy(key, given, sizeof key);
    free(given);
    return key[0];
}
