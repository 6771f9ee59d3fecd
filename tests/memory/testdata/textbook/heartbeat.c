// valid-memsafety: false(valid-deref)
// The answer to a heartbeat echoes as many bytes as the record claims, whatever came in.
#include <stdlib.h>
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
struct record {
    unsigned length;
    unsigned char *data;
};
static unsigned char *answer(const struct record *r) {
    unsigned char *p = r->data;
    unsigned char type = *p++;
    unsigned payload = p[0] << 8 | p[1];
    p += 2;
    if (type != 1)
        return 0;
    unsigned char *out = malloc(1 + 2 + payload + 16), *bp = out;
    *bp++ = 2;
    *bp++ = payload >> 8;
    *bp++ = payload & 255;
    memcpy(bp, p, payload);
    memset(bp + payload, 0, 16);
    return out;
}
int main(void) {
    struct record r;
    r.length = __VERIFIER_nondet_ushort();
    if (r.length < 3)
        return 0;
    r.data = malloc(r.length);
    r.data[0] = __VERIFIER_nondet_uchar();
    r.data[1] = __VERIFIER_nondet_uchar();
    r.data[2] = __VERIFIER_nondet_uchar();
    unsigned char *a = answer(&r);
    free(a);
    free(r.data);
    return 0;
}
