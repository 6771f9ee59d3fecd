extern int __VERIFIER_nondet_int(void);
int main(void) { int x = __VERIFIER_nondet_int(); while (1) { if (x > 100 || x < -100) return 0; if (100 / x == x + 1000) return 1; if (x > 0) x--; else x++; } }
