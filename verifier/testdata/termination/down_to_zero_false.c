/* An unsigned number is never negative. */
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) { unsigned char n = __VERIFIER_nondet_uchar(); for (unsigned char i = n; i >= 0; i--) ; return 0; }
