// violated
// A copied text has no end.
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    char name[16];
    strncpy(name, "box", 3);
    if (strlen(name) > 3)
        return 1;
    return 0;
}
