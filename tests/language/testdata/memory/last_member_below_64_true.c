// An index below a flexible array is undefined: there are other members.
extern void reach_error(void);
extern void *malloc(unsigned long);
extern int __VERIFIER_nondet_int(void);

struct text {
	unsigned short length;
	int chars[];
};

int main(void)
{
	struct text *t = malloc(sizeof(struct text) + sizeof(int));
	t->length = 0;
	int i = __VERIFIER_nondet_int();
	if (i < -1 || i > 0)
		return 0;
	t->chars[i] = 256;
	if (t->length > 174)
		reach_error();
	return 0;
}
