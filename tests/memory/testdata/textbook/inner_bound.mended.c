// check bounds: proved
// An index of the inner array is bounded by the length of the outer one. Mended.
extern unsigned __VERIFIER_nondet_uint(void);
struct frame {
    unsigned kind;
    union {
        struct {
            unsigned char length;
            unsigned char bytes[6];
        } small;
        unsigned words[4];
    } u;
    unsigned guard;
};
static struct frame frames[8];
int main(void) {
    unsigned f = __VERIFIER_nondet_uint(), i = __VERIFIER_nondet_uint();
    if (f >= 8 || i >= sizeof frames[0].u.small.bytes)
        return 0;
    frames[f].u.small.bytes[i] = 1;
    return frames[f].guard != 0;
}
