package language_test

import (
	"fmt"
	"testing"

	"cupel/core/program"
	"cupel/tests/verifying"
	"cupel/verifier"
)

// TestPassedPointers: a statement writes x.n = 7, from 1, through a pointer that a call or another expression passes on. It is safe to say so and unsafe to deny it.
func TestPassedPointers(t *testing.T) {
	const prelude = `extern void reach_error(void);
typedef __SIZE_TYPE__ size_t; void *memset(void *, int, size_t); void *memcpy(void *, const void *, size_t); void *memchr(const void *, int, size_t);
void *bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *)); long labs(long);
struct s { char c; short h; int n; } x, y = {1, 2, 3};
union u { short *h; struct s *s; } __attribute__((transparent_union));
void through(union u u) { u.h[2] = 7; }
void put(short *h) { h[2] = 7; }
void *cleared(void *p) { return memset(p, 0, 4); }
int same(const void *k, const void *e) { return 0; }
`
	for _, test := range []struct{ name, write string }{
		{"memset", "short *p = memset(&x, 0, 2); p[2] = 7;"},
		{"memset by bytes", "unsigned char *p = memset(&x, 0, sizeof x); p[4] = 7;"},
		{"memcpy", "short *p = memcpy(&x, &y, 4); p[2] = 7;"},
		{"mempcpy", "short *p = __builtin_mempcpy(&x, &y, 4); *p = 7;"},
		{"memchr", "short *p = memchr(&x, 0, 8); p[2] = 7;"},
		{"bsearch", "short *p = bsearch(&y, &x, 1, 8, same); p[2] = 7;"},
		{"returned", "short *p = cleared(&x); p[2] = 7;"},
		{"in a block", "short *p = ({ memset(&x, 0, 2); }); p[2] = 7;"},
		{"assumed alignment", "short *p = __builtin_assume_aligned(&x, 4); p[2] = 7;"},
		{"chosen", "short *p = __builtin_choose_expr(sizeof x == 8, (void *)&x, 0); p[2] = 7;"},
		{"chosen function", "__builtin_choose_expr(0, 0, put)((short *)&x);"},
		{"through a register", `short *p; __asm__("" : "=r"(p) : "0"(&x)); p[2] = 7;`},
		{"hidden", `int *p = ({ __typeof__(&x.n) o; __asm__("" : "=r"(o) : "0"(&x.n)); o; }); *p = 7;`},
		{"transparent union", "through(&x);"},
		{"transparent union, second member", "through((short *)&x);"},
		{"sum", "size_t n; __builtin_add_overflow((size_t)&x, 4, &n); *(short *)n = 7;"},
		{"absolute value", "short *p = (short *)labs((long)&x); p[2] = 7;"},
		{"atomic load", "struct s *q = &x; short *p; __atomic_load(&q, &p, 5); p[2] = 7;"},
		{"atomic exchange", "void *v = &x; short *p = __atomic_exchange_n(&v, (void *)0, 5); p[2] = 7;"},
		{"failed exchange", "void *v = &x, *e = 0; __atomic_compare_exchange_n(&v, &e, (void *)0, 0, 5, 5); ((short *)e)[2] = 7;"},
	} {
		for want, cond := range map[string]string{"TRUE": "x.n != 7", "FALSE": "x.n == 7"} {
			t.Run(test.name+" "+want, func(t *testing.T) {
				src := fmt.Sprintf("%sint main(void) { x.n = 1; %s if (%s) reach_error(); }", prelude, test.write, cond)
				rep, _ := verifying.Text(t, "test.c", src, func(c *verifier.Config) { c.Engine, c.DataModel = "symex", program.LP64 })
				if rep.Verdict != want {
					t.Errorf("%s (%s), want %s", rep.Verdict, rep.Reason, want)
				}
			})
		}
	}
}
