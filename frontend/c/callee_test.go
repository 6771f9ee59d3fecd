package c

import "testing"

// TestCallees: a call through a pointer enters the function that the pointer points to, however the pointer got its value.
func TestCallees(t *testing.T) {
	head := `typedef unsigned long ul; typedef __SIZE_TYPE__ size_t; void *memcpy(void *, const void *, size_t); void *malloc(size_t);
typedef int (*fn)(int); typedef int (*two)(int, int);
int f(int x) { return x + 1; } int g(int x) { return x * 2; } int h(int x, int y) { return x - y; }
`
	runLikeGcc(t, []gccCase{
		{"table", head + `fn table[] = {f, g}; int test(void) { int s = 0; for (int i = 0; i < 2; i++) s = s * 100 + table[i](7); return s; }`},
		{"through void", head + `int test(void) { void *p = (void *)g; fn q = (fn)p; return q(5); }`},
		{"through an integer", head + `int test(void) { ul n = (ul)f ^ 12345; n ^= 12345; return ((fn)n)(5); }`},
		{"copied bytes", head + `struct s { char c; fn p; }; int test(void) { struct s a = {1, g}, b; memcpy(&b, &a, sizeof a); char *x = (char *)malloc(sizeof a); memcpy(x, &b, sizeof b); return ((struct s *)x)->p(4); }`},
		{"union", head + `union u { fn a; two b; void *v; ul n; }; int test(void) { union u x; x.v = (void *)h; int r = x.b(9, 4); x.n = (ul)f; return r * 100 + x.a(1); }`},
		{"another type and back", head + `int test(void) { void (*p)(void) = (void (*)(void))g; two q = (two)p; fn r = (fn)q; return r(8); }`},
		{"fields", head + `struct ops { fn a; fn b; two c; }; struct ops o = {f, g, h}; int call(const struct ops *p, int x) { return p->a(x) * 100 + p->b(x) * 10 + p->c(x, 1); } int test(void) { struct ops q = o; q.a = q.b; return call(&q, 3) + call(&o, 2); }`},
		{"written through another type", head + `int test(void) { fn p = f; void **q = (void **)&p; *q = (void *)g; return p(6); }`},
		{"returned", head + `fn choose(int i) { return i ? f : g; } int test(void) { return choose(0)(5) * 100 + choose(1)(5); }`},
		{"variable arguments", head + `#include <stdarg.h>
int va(int n, ...) { va_list l; va_start(l, n); fn p = va_arg(l, fn); va_end(l); return p(n); } int test(void) { return va(3, g) * 100 + va(3, f); }`},
		{"handed on", head + `int apply(int (*p)(), int x) { return p(x); } int test(void) { return apply((int (*)())f, 3) + apply((int (*)())g, 30); }`},
		{"pointer to pointer", head + `fn p; int test(void) { fn *q = &p, **r = &q; **r = g; return p(3) + (***r)(1); }`},
		{"choice", head + `int test(void) { fn p[3] = {f}; p[1] = p[0] == f ? g : 0; p[2] = *(p + 1); return p[2](11) + (p[1] != 0 ? p[1] : p[0])(1); }`},
	})
}
