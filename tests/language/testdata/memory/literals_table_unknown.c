extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
char *t[2] = { "ab", "ab" }; int main(void) { if (__VERIFIER_nondet_int() == 77 && t[0] != t[1]) reach_error(); }
