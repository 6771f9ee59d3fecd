// The last member of an element of an array does not go on: an index that reaches the next one is undefined.
extern void reach_error(void);
extern void *malloc(unsigned long);
extern int __VERIFIER_nondet_int(void);

struct entry {
	int key;
	short values[2];
};

int main(void)
{
	struct entry *e = malloc(2 * sizeof(struct entry));
	e[0].key = e[1].key = 0;
	int i = __VERIFIER_nondet_int();
	if (i < 0 || i > 2)
		return 0;
	e[0].values[i] = 5;
	if (e[1].key == 5)
		reach_error();
	return 0;
}
