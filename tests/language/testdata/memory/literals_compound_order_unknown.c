// The order of initialisers is no part of the contents.
extern void reach_error(void);
struct pair { int a, b; };

int main(void) {
	const struct pair *p = &(const struct pair){1, 2}, *q = &(const struct pair){.b = 2, .a = 1};
	if (p == q)
		reach_error();
	return 0;
}
