#include <setjmp.h>
#include <stdlib.h>
static jmp_buf b, b2;
static int g;
static int deep(int n) { if (n == 0) longjmp(b, 5); return deep(n - 1) + 1; }
static int simple(void) {
	volatile int n = 0;
	if (setjmp(b) == 0) { n = 1; longjmp(b, 7); }
	else n += 10;
	return n;
}
static int loop(void) {
	volatile int n = 0;
	int r = setjmp(b);
	n += r;
	if (r < 4) longjmp(b, r + 1);
	return n;
}
static int called(int k) {
	int kept = k + 1;
	switch (setjmp(b)) {
	case 0: g = 3; g = deep(k); return -1;
	case 5: return kept + g;
	default: return -2;
	}
}
static int zero(void) { int r; if ((r = setjmp(b)) == 0) longjmp(b, 0); return r; }
static void inner(int k) {
	if (setjmp(b2) == 0) {
		if (k) longjmp(b2, 3);
		longjmp(b, 9);
	}
	g += 100;
	longjmp(b, 8);
}
static int nest(int k) {
	int r = setjmp(b);
	if (r == 0) inner(k);
	return r;
}
static int again(int n) {
	jmp_buf mine;
	if (setjmp(mine) == 0) {
		if (n > 0) { int r = again(n - 1); g = g * 10 + n; longjmp(mine, r + 1); }
		return 40;
	}
	return 1 + n;
}
static void (*indirect)(int);
static void throw(int k) { longjmp(b, k); }
static int pointer(void) {
	indirect = throw;
	volatile int tries = 0;
	for (;;) {
		int r = setjmp(b);
		if (r == 0) indirect(6);
		if (++tries == 3) return r * 10 + tries;
		indirect(tries + 1);
	}
}
static void c(int *p) { reach_error(); }
static void skips(void) { int x __attribute__((cleanup(c))) = 1; longjmp(b, 2); }
struct r { int a, b; };
static struct r record(void) { longjmp(b, 1); }
static int rec(void) { static struct r r = { 1, 2 }; if (!setjmp(b)) r = record(); return r.a + r.b; }
static int arrays(void) {
	volatile int a[3] = { 0 };
	int i = 0;
	if (_setjmp(b) < 2) { a[1] += 3; a[2]++; longjmp(b, a[2]); }
	return a[1] * 10 + i;
}
static int bye(void) { if (setjmp(b) == 0) deep(2); END; exit(0); }
int main(void) {
	T(simple() == 11);
	T(loop() == 10);
	T(called(2) == 6 && g == 3);
	T(called(0) == 4);
	T(zero() == 1);
	g = 0;
	T(nest(0) == 9 && g == 0);
	T(nest(1) == 8 && g == 100);
	g = 0;
	T(again(2) == 3 && g == 12);
	T(pointer() == 33);
	if (setjmp(b) == 0) skips();
	T(rec() == 3);
	T(arrays() == 60);
	bye();
	return 0;
}
