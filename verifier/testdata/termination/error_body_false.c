extern int __VERIFIER_nondet_int(void);
void reach_error(void) { while (1) ; }
int main(void) { if (__VERIFIER_nondet_int() == 5) reach_error(); return 0; }
