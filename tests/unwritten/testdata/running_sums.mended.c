// proved
// Running sums begin with a number that was never written. Mended.
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uchar() & 7;
    double sums[n + 1];
    sums[0] = 0;
    for (unsigned i = 1; i <= n; i++)
        sums[i] = i;
    if (sums[0] > 3.0)
        return 1;
    return 0;
}
