/* The calls return, and the loop around them comes to the same state. */
extern int __VERIFIER_nondet_int(void);
static int g;
static void f(int n) { if (n > 0) { g = !g; f(n - 1); } }
int main(void) { while (g != 2) f(__VERIFIER_nondet_int() & 3); return 0; }
