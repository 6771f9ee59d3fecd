// proved
// A byte of a union is written, and the word is read. Mended.
extern unsigned char __VERIFIER_nondet_uchar(void);
union number {
    unsigned char byte;
    unsigned word;
};
int main(void) {
    union number x;
    x.word = __VERIFIER_nondet_uchar();
    if (x.word > 1000)
        return 1;
    return 0;
}
