/* The number of calls overflows. */
extern unsigned __VERIFIER_nondet_uint(void);
static int calls;
static void f(unsigned n) { calls++; if (n != 0) f(n + 2); }
int main(void) { f(__VERIFIER_nondet_uint()); return 0; }
