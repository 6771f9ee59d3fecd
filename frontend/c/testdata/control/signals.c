#include <signal.h>
#include <stdlib.h>
static int n, last;
static void h(int s) { n++; last = s; }
static void again(int s) { n += 10; signal(SIGUSR2, h); raise(SIGUSR2); T(n == 12); }
static void aborted(int s) { T(s == SIGABRT); T(n == 13); END; }
int main(void) {
	T(signal(SIGUSR1, h) == SIG_DFL);
	T(raise(SIGUSR1) == 0);
	T(n == 1 && last == SIGUSR1);
	T(signal(SIGUSR1, SIG_IGN) == h);
	raise(SIGUSR1);
	T(n == 1);
	T(signal(SIGUSR1, again) == SIG_IGN);
	raise(SIGUSR1);
	T(n == 12 && last == SIGUSR2);
	raise(SIGCHLD);
	signal(SIGINT, h);
	raise(SIGINT);
	T(n == 13 && last == SIGINT);
	signal(SIGABRT, aborted);
	abort();
	reach_error();
}
