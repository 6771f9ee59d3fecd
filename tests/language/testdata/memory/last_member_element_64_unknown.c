// The last member of an element of an array does not go on: what follows is the next element.
extern void reach_error(void);
extern void *malloc(unsigned long);

struct entry {
	int key;
	short values[2];
};

int main(void)
{
	struct entry *e = malloc(2 * sizeof(struct entry));
	e[0].key = e[1].key = 0;
	e[0].values[2] = 5;
	if (e[1].key == 5)
		reach_error();
	return 0;
}
