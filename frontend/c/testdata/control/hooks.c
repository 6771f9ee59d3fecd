#include <stdlib.h>
static int log[16], n;
__attribute__((constructor)) static void c3(void) { log[n++] = 3; }
static void c1(void) __attribute__((constructor(101)));
static void c1(void) { log[n++] = 1; }
__attribute__((__constructor__(200))) static void c2(void) { log[n++] = 2; }
__attribute__((constructor)) static void c4(void) { log[n++] = 4; }
static void late(void) { log[n++] = 10; }
__attribute__((destructor)) static void d2(void) { T(n == 7 && log[5] == 5 && log[6] == 11); n++; }
__attribute__((destructor(101))) static void d1(void) { T(n == 8); END; }
__attribute__((destructor)) static void d3(void) { T(n == 6 && log[5] == 10); log[5] = 5; log[n++] = 11; }
int main(void) {
	T(n == 4 && log[0] == 1 && log[1] == 2 && log[2] == 3 && log[3] == 4);
	atexit(late);
	log[n++] = 9;
	return 0;
}
