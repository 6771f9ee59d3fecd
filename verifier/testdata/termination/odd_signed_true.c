/* The subtraction overflows in the end. */
extern int __VERIFIER_nondet_int(void);
int main(void) { int x = 7; while (x != 0) x -= 2; return 0; }
