// Pointers into members that stay in them; the structure is copied, and its memory is used again.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned);
extern void free(void *);
extern void *memcpy(void *, const void *, unsigned);

struct user {
	char name[4];
	int level;
};

static void fill(char *p, int n)
{
	while (n-- > 0)
		*p++ = 'a';
}

int main(void)
{
	struct user *u = malloc(sizeof *u), v;
	int n = __VERIFIER_nondet_int();
	u->level = 3;
	fill(u->name, n >= 0 && n <= 4 ? n : 4);
	memcpy(&v, u, sizeof v);
	free(u);
	int *p = malloc(sizeof v);
	p[0] = p[1] = 7;
	if (v.level != 3 || p[0] + p[1] != 14)
		reach_error();
	return 0;
}
