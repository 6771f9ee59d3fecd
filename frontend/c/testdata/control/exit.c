#include <stdlib.h>
static int order, fail = 1;
static void first(void) { T(order == 4); order++; END; }
static void nested(void) { T(order == 3); order++; }
static void second(void) { T(order == 2); order++; atexit(nested); }
static void with(int status, void *p) { T(order == 1); T(status == 7); T(*(int *)p == 77); order++; }
static int value = 77;
static void never(void) { reach_error(); }
static int f(int n) { if (n == 0) exit(7); return f(n - 1); }
int main(void) {
	T(atexit(first) == 0);
	T(atexit(second) == 0);
	T(on_exit(with, &value) == 0);
	T(at_quick_exit(never) == 0);
	order = 1;
	f(3);
	reach_error();
	return 0;
}
