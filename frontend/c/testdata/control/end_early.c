#include <stdlib.h>
#include <unistd.h>
static void never(void) { reach_error(); }
__attribute__((destructor)) static void d(void) { reach_error(); }
int main(void) {
	atexit(never);
	END;
	if (getpid() == 0) abort();
	_exit(3);
}
