/* A loop that waits is one like others. */
extern int __VERIFIER_nondet_int(void);
int main(void) { int c = __VERIFIER_nondet_int(); while (!c) ; return 0; }
