package c

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"cupel/analysis/execution/inputs"
	"cupel/core/program"
)

// TestFunction: for a function in isolation, the values that a caller chooses are sources.
func TestFunction(t *testing.T) {
	for _, tt := range []struct {
		name, src string
		elements  int
		want      string // kind, type and name of the sources
	}{
		{"parameters", "int f(int x, unsigned char y, _Bool b, double d) { return x + y + b + (d > 0); }", 1,
			"parameter int x; parameter unsigned char y; parameter _Bool b; parameter double d"},
		{"no prototype", "int f(a, b) int a; char b; { return a + b; }", 1, "parameter int a; parameter char b"},
		{"address taken", "int f(int x) { int *p = &x; return *p; }", 1, "parameter int x"},
		{"globals", "int a = 5; static long b; const int c = 3; int unused; int f(void) { return a + b + c; }", 1,
			"global variable int a; global variable long b"},
		{"extern", "extern int a; int f(void) { return a; }", 1, "global variable int a"},
		{"static of a function", "int f(void) { static int calls = 1; return calls++; }", 1, "global variable int calls"},
		{"static of a callee", "int g(void) { static int n = 1; return n; } int f(void) { return g(); }", 1, "global variable int n"},
		{"array", "int a[3] = {1}, big[100]; int f(int i) { return a[i] + big[i]; }", 1,
			"parameter int i; global variable int a[0]; global variable int a[1]; global variable int a[2]"},
		{"struct", "struct s { int a; struct { char b; } in; unsigned c : 3; int m[2]; }; int f(struct s s) { return s.a + s.in.b + s.c + s.m[1]; }", 1,
			"parameter int s.a; parameter char s.in.b; parameter unsigned int s.c; parameter int s.m[0]; parameter int s.m[1]"},
		{"union", "union u { short s; float f; int i; } g; int f(void) { return g.s; }", 1, "global variable int g.i"},
		{"bytes of a union", "union u { char c[2]; }; int f(union u u) { return u.c[0]; }", 1, "parameter unsigned char u byte 0; parameter unsigned char u byte 1"},
		{"pointer", "int f(int *p) { return *p; }", 1, "parameter _Bool p is null; parameter int p[0]"},
		{"array parameter", "int f(int p[4]) { return p[1]; }", 2, "parameter _Bool p is null; parameter int p[0]; parameter int p[1]"},
		{"string", "char *s = \"abc\"; int f(void) { return s[0]; }", 2,
			"global variable _Bool s is null; global variable char s[0]; global variable char s[1]"},
		{"bytes", "int f(void *p) { return *(char *)p; }", 2, "parameter _Bool p is null; parameter unsigned char p[0]; parameter unsigned char p[1]"},
		{"words", "int f(void *p) { return *(int *)p; }", 4, "parameter _Bool p is null; parameter unsigned int p[0]"},
		{"list", "struct l { int v; struct l *n; }; int f(struct l *l) { return l->v; }", 1,
			"parameter _Bool l is null; parameter int l->v; parameter _Bool l->n is null; parameter int l->n->v"},
		{"pointer to a pointer", "int f(int **p) { return **p; }", 1, "parameter _Bool p is null; parameter _Bool p[0] is null; parameter int p[0][0]"},
		{"incomplete", "struct o; int f(struct o *o) { return o == 0; }", 1, "parameter _Bool o is null"},
		{"functions", "int g(int x) { return x; } void h(void) {} void *k = h; int (*p)(int) = g; int f(void) { return p != 0; }", 1,
			"global variable _Bool p is null; global variable _Bool p is g"},
		{"const pointers", "int a, b; int *const p = &a; int *const q[] = { &b }; int f(void) { return *p + *q[0]; }", 1,
			"global variable int a; global variable int b"},
		{"constructor", "int a; __attribute__((constructor)) void c(void) { a = 1; } int f(void) { return a; }", 1, "global variable int a"},
		{"state of the library", "#include <ctype.h>\nint f(int c) { return c >= 0 && c < 100 && isalpha(c); }", 1, "parameter int c"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m, ds, err := Lower(context.Background(), "f.c", []byte(tt.src), Options{Function: "f", Elements: tt.elements})
			if err != nil || len(ds) > 0 {
				t.Fatal(err, ds)
			}
			if err := program.SanityModule(m); err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, s := range inputs.Find(m).Inputs() {
				got = append(got, fmt.Sprintf("%s %s %s", s.Kind, s.Type, s.Name))
				if !s.Pos.IsValid() || s.Pos.File != "f.c" || !s.Once {
					t.Errorf("%s: %s, once: %t", s.Name, s.Pos, s.Once)
				}
				if s.Kind == "parameter" && s.Func != "f" {
					t.Errorf("%s is in %s", s.Name, s.Func)
				}
			}
			if s := strings.Join(got, "; "); s != tt.want {
				t.Errorf("got  %s\nwant %s", s, tt.want)
			}
			if strings.Contains(tt.want, "is null") != (len(m.Assumptions) > 0) {
				t.Errorf("assumptions: %v", m.Assumptions)
			}
		})
	}
}

// TestNoFunction: the message names those that there are.
func TestNoFunction(t *testing.T) {
	many := ""
	for i := range maxNamed + 3 {
		many += fmt.Sprintf("void f%d(void) {}\n", i)
	}
	for src, want := range map[string]string{
		"int g;": "f.c: no function f with a body; there is none",
		"#include <ctype.h>\nint f(void); int g(void) { return isalpha(3); } int h(void) { return f(); }": "f.c: no function f with a body; there are: g, h",
		many: "f18, f19 and 3 more",
	} {
		_, _, err := Lower(context.Background(), "f.c", []byte(src), Options{Function: "f"})
		var e *Error
		if !errors.As(err, &e) || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// TestFunctionCuts: behaviour of a caller that is not modelled is a cut.
func TestFunctionCuts(t *testing.T) {
	for src, want := range map[string]string{
		"int f(int (*p)(int)) { return p(1); }": "call of a function that the caller chose",
		"int f(int n, ...) { __builtin_va_list a; __builtin_va_start(a, n); return __builtin_va_arg(a, int); }": "variable arguments of f",
	} {
		m, _, err := Lower(context.Background(), "f.c", []byte(src), Options{Function: "f"})
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, fn := range m.Funcs {
			for _, l := range fn.Locs {
				found = found || strings.Contains(l.Cut, want)
			}
		}
		if !found {
			t.Errorf("no cut about %s", want)
		}
	}
}
