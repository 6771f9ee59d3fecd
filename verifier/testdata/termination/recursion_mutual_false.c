/* Two functions that call each other with a larger number; what they have done before they return does not matter. */
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned steps;
static void g(unsigned n);
static void f(unsigned n) { steps++; if (n % 4 != 2) g(n + 4); }
static void g(unsigned n) { steps += 2; if (n % 4 != 3) f(n * 5); }
int main(void) { f(__VERIFIER_nondet_uint()); return 0; }
