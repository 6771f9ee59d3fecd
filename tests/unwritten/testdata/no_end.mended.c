// proved
// A copied text has no end. Mended.
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    char name[16];
    strncpy(name, "box", sizeof name);
    if (strlen(name) > 3)
        return 1;
    return 0;
}
