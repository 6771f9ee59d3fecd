extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int main(void) { char *a = "abc", *b = "abc"; if ((unsigned long)a != (unsigned long)b) reach_error(); }
