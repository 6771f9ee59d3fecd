// valid-memsafety: true
// There is no room for the terminator. Mended.
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    char name[9] = "somebody";
    name[__VERIFIER_nondet_uint() % 9] = 0;
    char *copy = malloc(strlen(name) + 1);
    strcpy(copy, name);
    free(copy);
    return 0;
}
