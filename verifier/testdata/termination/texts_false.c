/* Texts that may be one object or several do not matter to the loop, though pointers are compared, one of them behind the end of an object. */
extern _Bool __VERIFIER_nondet_bool(void);
extern void *malloc(unsigned long);
static const char *names[] = {"one", "one"};

struct ring { char *buffer, *end, *head; };

static void advance(struct ring *r)
{
	if (++r->head == r->end)
		r->head = r->buffer;
}

int main(void)
{
	struct ring *r = malloc(sizeof *r);
	if (!r)
		return 0;
	r->head = r->buffer = malloc(4);
	if (!r->buffer)
		return 0;
	r->end = r->buffer + 4;
	while (__VERIFIER_nondet_bool()) {
		if (names[0][0] != names[1][0])
			return 0;
		advance(r);
	}
	return 0;
}
