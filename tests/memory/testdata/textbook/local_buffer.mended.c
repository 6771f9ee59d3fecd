// valid-memsafety: true
// A function returns the buffer in its own frame. Mended.
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
static const char *digit(int n, char *room) {
    char text[4];
    text[0] = '0' + n;
    text[1] = 0;
    strcpy(room, text);
    return room;
}
int main(void) {
    char room[4];
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 9)
        return 0;
    const char *t = digit(n, room);
    return t[0] == '7';
}
