extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int);
int main(void) { int c = __VERIFIER_nondet_int(); __VERIFIER_assume(c); while (!c) ; return 0; }
