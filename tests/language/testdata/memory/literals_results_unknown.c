extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
char *g(void) { return "ab"; } char *h(void) { return "ab"; } int main(void) { if (g() != h()) reach_error(); }
