// valid-memsafety: true
// The error path releases what was released already. Mended.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int work(int key) {
    int result = -1;
    char *buffer = malloc(16), *copy = 0;
    buffer[0] = key;
    if (key < 0) {
        free(buffer);
        buffer = 0;
        goto out;
    }
    copy = malloc(16);
    copy[0] = buffer[0];
    result = 0;
out:
    free(copy);
    free(buffer);
    return result;
}
int main(void) {
    return work(__VERIFIER_nondet_int() % 3);
}
