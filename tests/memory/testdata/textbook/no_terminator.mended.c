// valid-memsafety: true
// A copy of the first characters has no terminator where the text is long. Mended.
#include <stdlib.h>
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    char text[12] = "abcdefghijk";
    text[__VERIFIER_nondet_uchar() % 12] = 0;
    char *copy = malloc(8);
    strncpy(copy, text, 8);
    copy[7] = 0;
    unsigned long n = strlen(copy);
    free(copy);
    return n > 100;
}
