extern int __VERIFIER_nondet_int(void);
int main(void) { int x = __VERIFIER_nondet_int(); do { x = x / 2; } while (0); return x; }
