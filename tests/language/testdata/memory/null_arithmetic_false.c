// Nothing is added to a null pointer.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
	char *p = 0;
	int n = __VERIFIER_nondet_int();
	char *q = p + n;
	if (n == 0 && q == p)
		reach_error();
	return 0;
}
