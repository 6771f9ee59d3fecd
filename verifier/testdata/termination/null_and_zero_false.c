// Null and 0 is null: the pointer need not lie in an object.
extern unsigned __VERIFIER_nondet_uint(void);
char buf[4];
int main(void) {
	unsigned n = __VERIFIER_nondet_uint();
	char *p = __VERIFIER_nondet_uint() == 987654u ? 0 : buf;
	unsigned i = 0;
	if (n > 3) return 0;
	while (i < 10) {
		char *q = p + n;
		if (q) i++;
	}
	return 0;
}
