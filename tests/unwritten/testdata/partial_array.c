// violated
// A loop fills an array, but for its last element.
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    int t[8];
    for (int i = 0; i < 7; i++)
        t[i] = i;
    return t[__VERIFIER_nondet_uchar() & 7] > 3 ? 1 : 0;
}
