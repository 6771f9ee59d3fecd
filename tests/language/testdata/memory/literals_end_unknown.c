extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int main(void) { if ("abc" + 1 != "bc") reach_error(); }
