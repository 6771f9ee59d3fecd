// valid-memsafety: false(valid-deref)
// The address of a local variable is returned.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int *parse(int c) {
    int value = 0;
    value = c;
    return &value;
}
int main(void) {
    int c = __VERIFIER_nondet_int();
    if (c < 5)
        return 0;
    int *p = parse(c);
    return *p == 0;
}
