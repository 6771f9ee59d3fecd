// check uninitialised: proved
// A structure goes out byte by byte, with padding that was never written. Mended.
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);
struct message {
    char kind;
    int value;
};
static unsigned checksum(const void *data, unsigned n) {
    const unsigned char *p = data;
    unsigned sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += p[i];
    return sum;
}
int main(void) {
    struct message m;
    memset(&m, 0, sizeof m);
    m.kind = 1;
    m.value = __VERIFIER_nondet_int();
    if (checksum(&m, sizeof m) > 300)
        return 1;
    return 0;
}
