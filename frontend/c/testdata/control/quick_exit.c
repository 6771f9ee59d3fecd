#include <stdlib.h>
static int n;
static void a(void) { T(n == 1); END; }
static void b(void) { T(n == 0); n++; }
static void never(void) { reach_error(); }
__attribute__((destructor)) static void neither(void) { reach_error(); }
int main(void) {
	atexit(never);
	at_quick_exit(a);
	at_quick_exit(b);
	quick_exit(3);
}
