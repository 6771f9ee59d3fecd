extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
void g(int *p) { (*p)++; } int f(int n) { int k = n; g(&k); return n <= 0 ? k : f(n - 1) + k; }
int main(void) { int x = __VERIFIER_nondet_int(); const char *s = "yes", *t = "yes"; int c = s == t; if (x == 3 && f(x) == 10) reach_error(); return c; }
