static int g;
static int f(int x) { g++; if (x) return 1; }
static int loop(void) { for (;;) { if (g++ > 10) return 5; } }
static int sw(int k) { switch (k) { case 1: return 7; default: return 8; } }
__attribute__((noreturn)) static void stop(void) { END; for (;;) __builtin_exit(0); }
static int ends(int k) { if (k) return 3; stop(); }
int main(void) {
	f(0);
	(void)f(0);
	T(f(1) == 1 && g == 3);
	T(loop() == 5 && sw(1) == 7 && sw(2) == 8 && ends(1) == 3);
	return ends(0);
}
