#include <stdlib.h>
static int log[64], n;
static void c(int *p) { log[n++] = *p; }
static void cp(char **p) { n += 100; free(*p); }
static int ret(void) { int x __attribute__((cleanup(c))) = 5; int r = n; x = 6; return r + n; }
struct s { int a, b; };
static struct s rec(int d) {
	int x __attribute__((cleanup(c))) = d;
	struct s r = { d, n };
	if (d) { struct s i = rec(d - 1); r.b += i.a; }
	return r;
}
static int early(int k) {
	int x __attribute__((cleanup(c))) = 1;
	if (k == 0) return 10;
	{
		__attribute__((cleanup(c))) int y = 2, z = 3;
		if (k == 1) return 11;
		if (k == 2) goto out;
		if (k == 3) goto in;
		n += 0;
	in:;
	}
	return 12;
out:
	return 13;
}
static int value(void) { int r = ({ int v __attribute__((cleanup(c))) = 4; v * 2; }); return r; }
static void jump(void) {
	int i = 0;
again:;
	int x __attribute__((cleanup(c))) = i;
	if (++i < 3) goto again;
}
static void sw(int k) {
	switch (k) {
	case 1: { int x __attribute__((cleanup(c))) = 21; break; }
	case 2: { int x __attribute__((cleanup(c))) = 22; }
	default: { int x __attribute__((cleanup(c))) = 23; }
	}
}
int main(void) {
	T(ret() == 0 && n == 1 && log[0] == 6);
	n = 0;
	for (int i = 0; i < 4; i++) {
		int y __attribute__((cleanup(c))) = 10 + i;
		if (i == 1) continue;
		if (i == 2) break;
		y += 50;
	}
	T(n == 3 && log[0] == 60 && log[1] == 11 && log[2] == 12);
	n = 0;
	struct s r = rec(2);
	T(r.a == 2 && r.b == 1 && n == 3 && log[0] == 0 && log[2] == 2);
	n = 0;
	T(early(0) == 10 && n == 1);
	n = 0;
	T(early(1) == 11 && n == 3 && log[0] == 3 && log[1] == 2 && log[2] == 1);
	n = 0;
	T(early(2) == 13 && n == 3);
	n = 0;
	T(early(3) == 12 && n == 3);
	n = 0;
	T(early(4) == 12 && n == 3);
	n = 0;
	T(value() == 8 && n == 1 && log[0] == 4);
	n = 0;
	jump();
	T(n == 3 && log[0] == 0 && log[1] == 1 && log[2] == 2);
	n = 0;
	sw(1);
	T(n == 1 && log[0] == 21);
	sw(2);
	T(n == 3 && log[1] == 22 && log[2] == 23);
	n = 0;
	{ char *p __attribute__((cleanup(cp))) = malloc(3); }
	T(n == 100);
	n = 0;
	{
		int x __attribute__((cleanup(c))) = 1;
		END;
		exit(0);
	}
}
