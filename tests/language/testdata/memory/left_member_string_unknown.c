// A string that is longer than its member overwrites the next one: the value that is read then is another one than that before.
extern void reach_error(void);
extern char *strcpy(char *, const char *);

struct user {
	char name[4];
	int level;
};

int main(void)
{
	struct user u = {"", 0};
	strcpy(u.name, "abcd\001");
	if (u.level == 0)
		reach_error();
	return 0;
}
