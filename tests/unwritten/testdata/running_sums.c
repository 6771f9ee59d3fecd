// violated
// Running sums begin with a number that was never written.
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uchar() & 7;
    double sums[n + 1];
    for (unsigned i = 1; i <= n; i++)
        sums[i] = sums[i - 1] + i;
    if (sums[0] > 3.0)
        return 1;
    return 0;
}
