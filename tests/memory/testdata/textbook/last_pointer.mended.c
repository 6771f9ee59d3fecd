// valid-memsafety: true
// The only pointer to the current entry is overwritten by the next one. Mended.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static struct entry {
    int key;
} *current;
static void enter(int key) {
    free(current);
    current = malloc(sizeof *current);
    current->key = key;
}
int main(void) {
    int key;
    while ((key = __VERIFIER_nondet_int()) != 0)
        enter(key);
    free(current);
    return 0;
}
