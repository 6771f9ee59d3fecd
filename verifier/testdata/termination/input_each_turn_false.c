extern int __VERIFIER_nondet_int(void);
int main(void) { while (1) { int x = __VERIFIER_nondet_int(); if (x == 42) break; } return 0; }
