extern int __VERIFIER_nondet_int(void);
int main(void) { int x = __VERIFIER_nondet_int(); unsigned char c = (unsigned char)x; while (c) c--; return 0; }
