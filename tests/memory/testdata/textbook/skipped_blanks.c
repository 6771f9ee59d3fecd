// valid-memsafety: false(valid-free)
// The pointer that was moved over blanks is the one that is released.
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 1000)
        return 0;
    char *line = malloc(n + 1);
    for (unsigned i = 0; i < n; i++)
        line[i] = __VERIFIER_nondet_char();
    line[n] = 0;
    char *p = line;
    while (*p == ' ')
        p++;
    int empty = *p == 0;
    free(p);
    return empty;
}
