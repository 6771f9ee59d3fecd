extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int main(void) { char *a = "abc", *b = "abc"; if (a != b) reach_error(); }
