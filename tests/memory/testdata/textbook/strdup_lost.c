// valid-memsafety: false(valid-memtrack)
// The copy that strdup made is forgotten where the option is given twice.
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct options {
    char *output;
};
static void set(struct options *o, const char *name) {
    o->output = strdup(name);
}
int main(void) {
    struct options o = {0};
    for (unsigned i = 0, n = __VERIFIER_nondet_uint() % 4; i < n; i++)
        set(&o, i % 2 ? "a.out" : "b");
    free(o.output);
    return 0;
}
