// valid-memsafety: true
// A number is printed into a buffer that has no room for its sign. Mended.
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    char text[12];
    sprintf(text, "%d", __VERIFIER_nondet_int());
    return text[0] == '-';
}
