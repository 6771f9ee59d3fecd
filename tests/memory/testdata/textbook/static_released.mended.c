// valid-memsafety: true
// A pointer that may be that of a static default is released. Mended.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int usual[4];
int main(void) {
    int *config = usual;
    if (__VERIFIER_nondet_int())
        config = calloc(4, sizeof(int));
    config[3] = 1;
    if (config != usual)
        free(config);
    return 0;
}
