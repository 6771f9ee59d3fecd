extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int same(const char *x, const char *y) { if (x == y) return 1; for (; *x && *x == *y; x++, y++) ; return *x == *y; }
int main(void) { int x = __VERIFIER_nondet_int(); if (x > 0 && same("yes", "yes")) reach_error(); }
