#include <setjmp.h>
#include <signal.h>
static sigjmp_buf b;
static volatile int n;
static void h(int s) { n = s; siglongjmp(b, 4); }
int main(void) {
	signal(SIGUSR1, h);
	int r = sigsetjmp(b, 1);
	if (r == 0) { raise(SIGUSR1); reach_error(); }
	T(r == 4 && n == SIGUSR1);
	END;
	return 0;
}
