extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int main(void) { int x = __VERIFIER_nondet_int(); char *a = "abc", *b = "abc"; if (x == 7 && a != b) reach_error(); if (x == 12345 && a[1] == 98) reach_error(); }
