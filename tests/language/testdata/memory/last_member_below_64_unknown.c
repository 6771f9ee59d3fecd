// Below a flexible array there are other members.
extern void reach_error(void);
extern void *malloc(unsigned long);

struct text {
	unsigned short length;
	int chars[];
};

int main(void)
{
	struct text *t = malloc(sizeof(struct text) + sizeof(int));
	t->length = 0;
	t->chars[-1] = 256;
	if (t->length > 174)
		reach_error();
	return 0;
}
