#include <setjmp.h>
static jmp_buf b;
extern int __VERIFIER_nondet_int(void);
int main(void) { setjmp(b); if (__VERIFIER_nondet_int()) longjmp(b, 1); return 0; }
