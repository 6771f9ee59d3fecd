/* An input in each call has to be larger than the one before, or equal. */
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned f(unsigned last) { unsigned n = __VERIFIER_nondet_uint(); if (n < last) return n; return f(n) + 1; }
int main(void) { return f(1); }
