// The members of an anonymous structure are initialized first.
extern void reach_error(void);

constexpr struct pair {
	struct {
		int a;
	};
	int b;
} one = {1}, two = {1, 3};

int main(void)
{
	if (one.a != 1 || one.b != 0 || two.b != 3)
		reach_error();
	return 0;
}
