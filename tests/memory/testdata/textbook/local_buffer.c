// valid-memsafety: false(valid-deref)
// A function returns the buffer in its own frame.
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
static const char *digit(int n, char *room) {
    char text[4];
    text[0] = '0' + n;
    text[1] = 0;
    return text;
}
int main(void) {
    char room[4];
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 9)
        return 0;
    const char *t = digit(n, room);
    return t[0] == '7';
}
