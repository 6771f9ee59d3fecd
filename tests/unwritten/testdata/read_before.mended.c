// proved
// A table is searched before the loop that fills it. Mended.
extern unsigned char __VERIFIER_nondet_uchar(void);
static int greatest(const int *t, unsigned n) {
    int m = t[0];
    for (unsigned i = 1; i < n; i++)
        if (t[i] > m)
            m = t[i];
    return m;
}
int main(void) {
    int t[4];
    for (unsigned i = 0; i < 4; i++)
        t[i] = __VERIFIER_nondet_uchar();
    int m = greatest(t, 4);
    return m > 10;
}
