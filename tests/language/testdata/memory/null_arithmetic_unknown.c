// A null pointer has no neighbours: only adding 0 to it is harmless (C11 6.5.6p8).
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
	char *p = 0;
	int n = __VERIFIER_nondet_int();
	char *q = p + n;
	if (n == 3 && q != p)
		reach_error();
	return 0;
}
