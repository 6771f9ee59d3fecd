// A pointer into a member leaves it and writes another one.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct user {
	char name[4];
	int level;
} user;

int main(void)
{
	char *end = user.name;
	int n = __VERIFIER_nondet_int();
	if (n < 0 || n > 5)
		return 0;
	for (int i = 0; i < n; i++)
		*end++ = 'a';
	if (user.level != 0)
		reach_error();
	return 0;
}
