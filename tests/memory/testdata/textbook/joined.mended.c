// valid-memsafety: true
// Two strings are joined in a block that has no room for their separator. Mended.
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
static char *joined(const char *a, const char *b) {
    char *t = malloc(strlen(a) + strlen(b) + 2);
    strcpy(t, a);
    strcat(t, "/");
    strcat(t, b);
    return t;
}
int main(void) {
    static const char *const names[] = {"usr", "bin", "local", ""};
    char *t = joined(names[__VERIFIER_nondet_uint() % 4], names[__VERIFIER_nondet_uint() % 4]);
    unsigned n = strlen(t);
    free(t);
    return n == 7;
}
