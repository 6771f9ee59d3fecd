/* The loop has a condition. */
extern void exit(int);
extern int __VERIFIER_nondet_int(void);
static int f(void) { exit(0); return 0; }
static int g(int n) { while (n != 0) ; return 1; }
int main(void) { int n = __VERIFIER_nondet_int(); return f() + g(n); }
