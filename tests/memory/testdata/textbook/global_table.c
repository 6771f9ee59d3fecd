// valid-memsafety: false(valid-deref)
// A released session stays in the table of all sessions.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct session {
    int uses;
};
static struct session *table[4];
static void opened(unsigned i) {
    if (!table[i]) {
        table[i] = malloc(sizeof(struct session));
        table[i]->uses = 0;
    }
}
static void closed(unsigned i) {
    free(table[i]);
}
int main(void) {
    unsigned i = __VERIFIER_nondet_uint() % 4, j = __VERIFIER_nondet_uint() % 4;
    opened(i);
    opened(j);
    closed(i);
    if (table[j])
        table[j]->uses = 1;
    if (i != j)
        closed(j);
    return 0;
}
