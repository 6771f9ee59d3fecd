// check all: violated
// The length that snprintf returns is that of the whole text, not of what it has written.
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    char text[8];
    int n = snprintf(text, sizeof text, "%d", __VERIFIER_nondet_int());
    return text[n] == 0;
}
