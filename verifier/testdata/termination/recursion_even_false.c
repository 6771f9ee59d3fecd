/* From an odd number on, steps of 2 never come to 0. */
extern unsigned char __VERIFIER_nondet_uchar(void);
static int odd(unsigned char n);
static int even(unsigned char n) { return n == 0 ? 1 : odd(n - 2); }
static int odd(unsigned char n) { return n == 0 ? 0 : even(n); }
int main(void) { return even(__VERIFIER_nondet_uchar()); }
