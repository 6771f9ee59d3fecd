// proved
// A bit-field is read whose neighbours were written. Mended.
extern unsigned char __VERIFIER_nondet_uchar(void);
struct flags {
    unsigned ready : 1, level : 3, rest : 4;
};
int main(void) {
    struct flags f;
    struct flags *p = &f;
    p->ready = __VERIFIER_nondet_uchar() & 1;
    p->level = 2;
    p->rest = 3;
    if (p->rest == 2)
        return 1;
    return p->ready ? 1 : 0;
}
