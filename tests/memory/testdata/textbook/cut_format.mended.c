// check all: proved
// The length that snprintf returns is that of the whole text, not of what it has written. Mended.
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    char text[8];
    int n = snprintf(text, sizeof text, "%d", __VERIFIER_nondet_int());
    if (n >= (int)sizeof text)
        n = sizeof text - 1;
    return text[n] == 0;
}
