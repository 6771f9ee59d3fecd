package alias

import "testing"

// TestPassedOn: calls and other expressions that pass a pointer on point to its target, and convert it. A class of its own for such a value would give wrong
// verdicts, as would a target that is not known to be accessed as two types.
func TestPassedOn(t *testing.T) {
	const s = `struct s { char c; short h; int n; } x; `
	run(t, []struct{ name, src, claims string }{
		{"memset", s + `void f(void) { unsigned char *b = memset(&x, 0, sizeof x); b[4] = 1; }`, "x bytes"},
		{"memset of the same type", s + `void f(void) { struct s *p = memset(&x, 0, sizeof x); p->n = 1; probe("p", p); }`, "@p = x; x typed"},
		{"memset, result not used", s + `void f(int n) { memset(&x, 0, sizeof x); (void)memset(&x, 0, 1);
			for (memset(&x, 0, 1); n; memset(&x, 0, 2)) n = (memset(&x, 0, 3), 0); ({ memset(&x, 0, 4); }); if (n) memset(&x, 0, 5); }`, "x typed"},
		{"value of a block", s + `void f(void) { short *b = ({ memset(&x, 0, 8); }); *b = 1; }`, "x bytes"},
		{"value of a block in a block", s + `void f(void) { short *b = ({ 1; ({ l: memset(&x, 0, 8); }); }); *b = 1; }`, "x bytes"},
		{"value behind a comma", s + `void f(int i) { short *b = (i++, memset(&x, 0, 8)); *b = 1; }`, "x bytes"},
		{"one of two values", s + `void f(int i) { short *b = i ? memset(&x, 0, 8) : 0; *b = 1; }`, "x bytes"},
		{"value that is returned", s + `void *g(void) { return memset(&x, 0, 8); } void f(void) { *(short *)g() = 1; }`, "x bytes"},
		{"memcpy", s + `struct s y; void f(void) { short *p = memcpy(&x, &y, 8); *p = 1; }`, "x bytes; y bytes"},
		{"memcpy, result not used", s + `struct s y; void f(void) { memcpy(&x, &y, 8); }`, "x typed; x != y"},
		{"built-in", s + `void *__builtin_memset(void *, int, size_t); void f(void) { short *p = __builtin_memset(&x, 0, 8); *p = 1; }`, "x bytes"},
		{"alignment", s + `void *__builtin_assume_aligned(const void *, size_t, ...); void f(void) { short *p = __builtin_assume_aligned(&x, 4); *p = 1; }`, "x bytes"},
		{"bsearch", s + `void *bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *)); int c(const void *, const void *);
			void f(int *k) { short *p = bsearch(k, &x, 1, 8, c); *p = 1; }`, "x bytes"},
		{"chosen", `int x, y; int f(void) { int *p = __builtin_choose_expr(sizeof(int) == 4, &x, &y); *p = 1; probe("p", p); return y; }`, "@p = x; x != y; y stays"},
		{"chosen as another type", s + `void f(void) { char *p = __builtin_choose_expr(0, 1, (char *)&x); p[4] = 1; }`, "x bytes"},
		{"assembler", `int x; void f(void) { int *p; __asm__("" : "=r"(p) : "0"(&x)); *p = 1; probe("p", p); }`, "@p = x; x typed"},
		{"assembler, another type", s + `void f(void) { short *p; __asm__("" : "=r"(p) : "0"(&x)); *p = 1; }`, "x bytes"},
		{"assembler, by a number", s + `void f(void) { short *p; __asm__("" : "=r"(p) : "0"((size_t)&x)); *p = 1; }`, "x bytes"},
		{"assembler, an operand only", `int x; void f(void) { x = 1; __asm__ volatile("" : "+r"(x) : "r"(&x) : "memory"); }`, "x escapes; x typed"},
		{"transparent union", `union u { int *i; unsigned *n; } __attribute__((transparent_union)); int x; void g(union u u) { *u.n = 1; probe("p", u.n); }
			void f(void) { g(&x); }`, "@p = x; x typed"},
		{"transparent union, another type", s + `union u { struct s *i; short *c; } __attribute__((transparent_union)); void g(union u u) { *u.c = 1; }
			void f(void) { g(&x); }`, "x bytes"},
		{"sum", `int x, *p; _Bool __builtin_add_overflow(); void f(void) { size_t n; __builtin_add_overflow((size_t)&x, 0, &n); p = (int *)n; probe("p", p); }`, "@p = x"},
		{"absolute value", `int x, *p; long labs(long); void f(void) { p = (int *)labs((long)&x); probe("p", p); }`, "@p = x"},
		{"atomic load", s + `void __atomic_load(); void f(struct s *p) { short *q; p = &x; __atomic_load(&p, &q, 5); *q = 1; }`, "x bytes"},
		{"atomic exchange", `int x, y; void __atomic_exchange(); void f(void) { int *p = &x, *q = &y, *r; __atomic_exchange(&p, &q, &r, 5); probe("p", p); probe("r", r); }`,
			"@p = y; @r = x"},
		{"atomic compare and exchange", `int x; void *v; _Bool __atomic_compare_exchange_n(); void f(void) { void *e = 0; v = &x;
			__atomic_compare_exchange_n(&v, &e, (void *)0, 0, 5, 5); probe("e", (int *)e); }`, "@e = x; v != e"},
		{"atomic sum", s + `void f(void) { short *p = &x.h; __atomic_fetch_add(&p, 1, 5); *p = 1; }`, "x bytes"},
		{"not evaluated", `int a[3]; size_t __builtin_object_size(const void *, int); int f(void) { a[0] = 1; return __builtin_object_size(a, 0) + __builtin_constant_p(a); }`, "a stays"},
	})
}
