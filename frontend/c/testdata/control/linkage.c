extern int nothere(int) __attribute__((weak));
extern int novar __attribute__((weak));
__attribute__((weak)) int mine(int x) { return x + 1; }
int weakvar __attribute__((weak)) = 4;
int impl(int x) { return x * 3; }
int other(int x) __attribute__((alias("impl")));
int third(int x) __attribute__((weak, alias("impl")));
int v = 3, *pv = &v;
extern int w __attribute__((alias("v")));
static struct s { int a, b; } hidden = { 1, 2 };
extern struct s shown __attribute__((alias("hidden")));
int main(void) {
	T(!nothere && &nothere == 0 && nothere == (void *)0);
	if (nothere) T(nothere(3) == 77);
	T(&novar == 0);
	int x = nothere ? nothere(1) : 5;
	T(x == 5 && mine(4) == 5 && weakvar == 4);
	T(other(4) == 12 && third(5) == 15);
	int (*f)(int) = other;
	T(f == impl && f(2) == 6);
	w = 9;
	T(v == 9 && *pv == 9);
	*pv = 10;
	T(w == 10);
	v = 11;
	T(w == 11 && &w == &v);
	shown.b = 7;
	T(hidden.b == 7 && shown.a == 1);
	hidden.a = 8;
	T(shown.a == 8);
	END;
	return 0;
}
