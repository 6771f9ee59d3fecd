package c

import (
	"strings"
	"testing"

	"cupel/core/program"
)

// TestOrderOfOperands: where operands disturb each other, and C leaves their order open, programs have executions in all orders ("any"), or
// have no model for the others ("open"); elsewhere nothing is chosen ("").
func TestOrderOfOperands(t *testing.T) {
	for _, tt := range []struct {
		name, src, want string
	}{
		{"two calls that change a variable", `int t; int f(void) { return ++t; } int g(void) { return t *= 2; } int main(void) { return f() + g(); }`, "any"},
		{"arguments", `int t; int f(void) { return ++t; } int h(int a, int b) { return a - b; } int main(void) { return h(f(), f()); }`, "any"},
		{"a variable and a call that changes it", `int t; int f(void) { t++; return 1; } int main(void) { return t + f(); }`, "any"},
		{"by way of another function", `int t; void e(void) { t = 1; } int f(void) { e(); return 1; } int main(void) { return f() == t; }`, "any"},
		{"through pointers", `int t; int f(int *p) { return (*p)++; } int g(int *p) { return *p; } int main(void) { return f(&t) - g(&t); }`, "any"},
		{"through pointers to functions", `int t; int f(void) { return ++t; } int g(void) { return t; } int (*p)(void); int main(int n, char **a) { p = n ? f : g; return p() - t; }`, "any"},
		{"a static local", `int f(void) { static int n; return n++; } int main(void) { return f() - f(); }`, "any"},
		{"an end and an error", `void reach_error(void); void exit(int); int t; int f(void) { if (t) exit(0); return 1; } int g(void) { reach_error(); return 1; } int main(void) { return f() + g(); }`, "any"},
		{"structures", `struct s { int a, b; } t; struct s f(void) { t.a++; return t; } int g(struct s x, struct s y) { return x.a - y.a; } int main(void) { return g(f(), f()); }`, "any"},
		{"an index and the stored value", `int a[4], i; int f(void) { return i++; } int main(void) { a[i] = f(); return a[0]; }`, "any"},
		{"a member and the same one", `struct s { int a, b; } x; int f(struct s *p) { return p->a++; } int main(void) { return f(&x) + x.a; }`, "any"},
		{"members of a union", `union u { int a; short b; } x; int f(union u *p) { return p->a++; } int main(void) { return f(&x) + x.b; }`, "any"},
		{"a cell and the first one", `int a[3], b[3]; int f(void) { *a = 5; return 1; } int main(void) { return b[a[0]] + f(); }`, "any"},
		{"a member through an array", `struct n { int v; } arr[2]; int f(void) { arr->v = 5; return 1; } int main(void) { return arr[0].v + f(); }`, "any"},
		{"a member through an address", `struct n { int v; } s; int f(void) { (&s)->v = 5; return 1; } int main(void) { return s.v + f(); }`, "any"},
		{"an array parameter", `int g[3]; int f(int a[3]) { a[1] = 4; return 1; } int main(void) { return g[1] + f(g); }`, "any"},
		{"rows of a parameter", `int g[3][3]; int f(int a[3][3]) { a[1][1] = 4; return 1; } int main(void) { return g[1][1] + f(g); }`, "any"},
		{"a member of a result", `struct s { int a; }; int g; struct s f(void) { struct s x = { 1 }; g = 5; return x; } int main(void) { return g + f().a; }`, "any"},
		{"a handler at exit", `void exit(int); int atexit(void (*)(void)); int g; void reach_error(void); void bye(void) { if (g) reach_error(); } int f(void) { g = 1; return 1; } int e(void) { exit(0); return 1; } int main(void) { atexit(bye); return f() + e(); }`, "any"},
		{"a cleanup", `int g; void c(int *p) { g = 1; } int f(void) { int x __attribute__((cleanup(c))) = 0; return x; } int main(void) { return f() + g; }`, "any"},
		{"the size of a parameter", `int g; int f(int n, int a[n][g++]) { return 1; } int b[9]; int main(void) { return g + f(1, (void *)b); }`, "any"},
		{"errno", `#include <errno.h>
int close(int); int main(void) { return errno + close(-1); }`, "any"},
		{"what does not end", `void reach_error(void); int f(void) { while (1) ; return 1; } int g(void) { reach_error(); return 1; } int main(void) { return f() + g(); }`, "any"},
		{"endless recursion", `void reach_error(void); int f(int n) { return f(n + 1); } int g(void) { reach_error(); return 1; } int main(void) { return f(0) + g(); }`, "any"},
		{"initialisers", `int t; int f(void) { return ++t; } int main(void) { int v[3] = { f(), [2] = f() }; return v[0]; }`, "any"},
		{"initialisers of neighbours", `int t; int f(void) { return ++t; } int main(void) { int a[2] = { f(), f() }; return a[0]; }`, "any"},
		{"initialisers of members", `int t; int f(void) { return ++t; } struct s { int a; struct { int b, c; } d; }; int main(void) { struct s v = { f(), { 4, f() } }; return v.a; }`, "any"},
		{"many initialisers", `int t; int f(void) { return ++t; } int main(void) { int v[] = { f(), f(), f(), f() }; return v[0]; }`, "open"},
		{"three summands", `int t; int f(void) { return ++t; } int main(void) { return f() + f() - f(); }`, "any"},
		{"four summands", `int t; int f(void) { return ++t; } int main(void) { return f() + f() + f() + f(); }`, "open"},
		{"a pointer to a function and its arguments", `int g(int x) { return x; } int h(int x) { return 2; } int (*p)(int) = g; int f(void) { p = h; return 1; } int main(void) { return p(f()); }`, "open"},
		{"two assertions", `void reach_error(void); void abort(void); int f(int x) { if (!x) { reach_error(); abort(); } return x; } int main(void) { return f(1) + f(2) + f(3); }`, ""},
		{"parts of an operand", `int t; int f(void) { return ++t; } int main(void) { return t * f() + f(); }`, "open"},
		{"a statement in an expression", `int t; int f(void) { return ++t; } int main(void) { return f() + ({ int x = f(); x; }); }`, "open"},
		{"recursion without effects", `int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); } int main(void) { return f(7); }`, ""},
		{"inputs", `int __VERIFIER_nondet_int(void); int main(void) { return __VERIFIER_nondet_int() > __VERIFIER_nondet_int(); }`, ""},
		{"different variables", `int s, t; int f(void) { return ++t; } int g(void) { return ++s; } int main(void) { return f() - g(); }`, ""},
		{"a local", `int t; int f(void) { return ++t; } int main(void) { int i = 1; return i + f(); }`, ""},
		{"in order", `int t; int f(void) { return ++t; } int main(void) { return f() && f() || (f(), f()); }`, ""},
		{"different members", `struct s { int *data, length; } v; void f(struct s *p) { p->data[p->length++] = 1; } int main(void) { int a[3]; v.data = a; f(&v); return v.data[--(&v)->length]; }`, ""},
		{"an array's index beside it", `struct s { int a[4], n; } v; void f(struct s *p) { p->a[0] = p->n; } int main(void) { f(&v); v.a[v.n++] = 1; v.a[(&v)->n++] = 1; return v.n; }`, ""},
		{"rows of an array's index beside it", `struct s { struct { int a[2][3]; } t[2]; int n; } v; void f(struct s *p) { p->n = 0; } int main(void) { f(&v); return v.t[0].a[1][v.n++]; }`, ""},
		{"an index that moves the row", `int b[2][4]; struct s { int (*r)[4]; } v; int f(void) { v.r++; return 0; } int main(void) { v.r = b; return (*v.r)[f()]; }`, "open"},
		{"an index that moves the structure", `struct s { int a[4]; } b[2], *p = b; int f(void) { p++; return 0; } int main(void) { return p->a[f()]; }`, "open"},
		{"an index that changes another one", `struct s { int a[2][4]; } v; int i; int f(void) { return i++; } int main(void) { return v.a[i][f()]; }`, "open"},
		{"not evaluated", `int t; int f(void) { return ++t; } int main(void) { return f() + (int)sizeof(f() + t) + (__typeof__(t))1; }`, ""},
		{"functions that only read", `char *strchr(const char *, int); unsigned long strlen(const char *); int main(void) { char b[4] = "abc"; return *strchr(b, 98) + strchr(b, 99)[0] + (int)strlen(b); }`, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m, _, err := Lower(t.Context(), "t.c", []byte(tt.src), Options{})
			if err != nil {
				t.Fatal(err)
			}
			if got := choices(m); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

// choices reports whether orders of evaluation are chosen in a program, and whether all of them are modelled.
func choices(m *program.Module) (found string) {
	for _, f := range m.Funcs {
		for _, l := range f.Locs {
			if strings.Contains(l.Cut, program.OrderNote) {
				return "open"
			}
			for _, e := range l.Out {
				for _, o := range e.Ops {
					if o.Kind == program.OpHavoc && o.Note == program.OrderNote {
						found = "any"
					}
				}
			}
		}
	}
	return found
}
