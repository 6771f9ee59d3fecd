/* From an odd number on, the argument grows past zero for ever. */
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned f(unsigned n) { if (n == 0) return 0; return f(n + 2) + 1; }
int main(void) { return f(__VERIFIER_nondet_uint()); }
