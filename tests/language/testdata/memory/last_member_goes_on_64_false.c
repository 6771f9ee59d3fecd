// The last member of a structure that is no element goes on, and begins behind the others.
extern void reach_error(void);
extern void *malloc(unsigned long);
extern int __VERIFIER_nondet_int(void);

struct text {
	unsigned short length;
	short chars[2];
};

int main(void)
{
	struct text *t = malloc(sizeof(struct text) + 2 * sizeof(short));
	int i = __VERIFIER_nondet_int();
	if (i < 0 || i > 3)
		return 0;
	t->length = 0;
	t->chars[3] = 1;
	t->chars[i] = 2;
	if (t->chars[3] == 2)
		reach_error();
	return 0;
}
