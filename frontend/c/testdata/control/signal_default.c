#include <signal.h>
#include <stdlib.h>
static void never(void) { reach_error(); }
static void h(int s) { reach_error(); }
int main(void) {
	atexit(never);
	signal(SIGTERM, h);
	signal(SIGTERM, SIG_DFL);
	END;
	raise(SIGTERM);
	reach_error();
	return 0;
}
