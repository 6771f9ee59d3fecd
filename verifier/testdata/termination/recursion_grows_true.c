/* Ends by overflow of the argument only, deeper than the model goes. */
extern int __VERIFIER_nondet_int(void);
static int f(int x) { return x ? f(x + 1) : 0; }
int main(void) { return f(__VERIFIER_nondet_int() | 1); }
