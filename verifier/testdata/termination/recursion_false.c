extern int __VERIFIER_nondet_int(void);
static int f(int x) { return x == 3 ? f(x) : 0; }
int main(void) { return f(__VERIFIER_nondet_int()); }
