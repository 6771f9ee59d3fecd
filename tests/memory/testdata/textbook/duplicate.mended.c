// valid-memsafety: true
// A duplicate of a string has room for its characters, not for its terminator. Mended.
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
static char *duplicate(const char *s) {
    char *copy = malloc(strlen(s) + 1);
    return strcpy(copy, s);
}
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 12)
        return 0;
    char *text = malloc(n + 1);
    memset(text, 'x', n);
    text[n] = 0;
    char *copy = duplicate(text);
    unsigned same = strlen(copy) == n;
    free(copy);
    free(text);
    return same;
}
