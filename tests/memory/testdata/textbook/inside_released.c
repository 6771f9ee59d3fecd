// valid-memsafety: false(valid-free)
// The pointer that walked through the text is released.
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    char *text = malloc(5), *p = text;
    for (int i = 0; i < 4; i++)
        text[i] = __VERIFIER_nondet_uchar() % 2 ? ' ' : 'x';
    text[4] = 0;
    while (*p == ' ')
        p++;
    int empty = *p == 0;
    free(p);
    return empty;
}
