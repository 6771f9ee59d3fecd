// valid-memsafety: true
// A field is filled by strncpy to its last byte and read as a string. Mended.
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
struct entry {
    int id;
    char name[8];
};
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 20)
        return 0;
    char *given = malloc(n + 1);
    for (unsigned i = 0; i < n; i++)
        given[i] = 'a' + i;
    given[n] = 0;
    struct entry *e = malloc(sizeof *e);
    e->id = n;
    strncpy(e->name, given, sizeof e->name - 1);
    e->name[sizeof e->name - 1] = 0;
    size_t length = strlen(e->name);
    free(e);
    free(given);
    return length == 3;
}
