package reporting_test

import (
	"slices"
	"strings"
	"testing"

	"cupel/tests/verifying"
	"cupel/verifier"
)

// TestAssumedBehaviour: a proof lists the undefined behaviour that it assumes absent, and none where there is none.
func TestAssumedBehaviour(t *testing.T) {
	const header = `int __VERIFIER_nondet_int(void); void reach_error(void); void abort(void); void *malloc(unsigned long); int g[10]; void assume(int c) { if (!c) abort(); }
`
	const away = "undefined behaviour was assumed away at test.c:"
	for _, test := range []struct {
		name, body string
		want       []string // lines of the report that begin so, and no others
	}{
		{"none", "int x = __VERIFIER_nondet_int(); if (x > 3 && x < 2) reach_error();", nil},
		{"definite for all", "int x = __VERIFIER_nondet_int();\nint y = 10 / 0; reach_error();",
			[]string{"definite: test.c:3:5: every execution ends here by undefined behaviour: division by zero"}},
		{"definite where reached", "int x = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();\nif (x == 3) { int y = 10 / (x - 3); if (c == y) reach_error(); }",
			[]string{"definite: test.c:3:19: every execution that gets here ends by undefined behaviour: division by zero"}},
		{"unreachable", "int x = __VERIFIER_nondet_int(); if (x > 3 && x < 3) { int y = 10 / (x - x); if (y) reach_error(); } if (x != x) reach_error();", nil},
		{"division", "int x = __VERIFIER_nondet_int();\nint y = 10 / x; if (y > 10) reach_error();", []string{away + "3:5: division by zero"}},
		{"division, excluded", "int x = __VERIFIER_nondet_int(); if (x <= 0) return 0;\nint y = 10 / x; if (y > 10) reach_error();", nil},
		{"overflow", "int x = __VERIFIER_nondet_int();\nif (x + 1 < x) reach_error();", []string{away + "3:1: signed overflow"}},
		{"overflow, excluded", "int x = __VERIFIER_nondet_int(); if (x >= 100) return 0;\nif (x + 1 < x) reach_error();", nil},
		{"counter", "int n = __VERIFIER_nondet_int(); int i = 0; while (i < n) i++; if (n >= 0 && i > n) reach_error();", nil},
		{"irrelevant", "int x = __VERIFIER_nondet_int(), z = __VERIFIER_nondet_int(); int y = 10 / x; if (z > 3 && z < 2) reach_error();", nil},
		{"index", "int a[4]; int x = __VERIFIER_nondet_int();\na[x] = 1; if (x > 3) reach_error();", []string{away + "3:1: array index out of bounds"}},
		{"shift", "int x = __VERIFIER_nondet_int();\nunsigned y = 1u << x; if (x > 31) reach_error();", []string{away + "3:10: shift amount out of range"}},
		{"shift, masked", "int x = __VERIFIER_nondet_int(); unsigned y = 1u << (x & 31); if (y == 0) reach_error();", nil},
		{"global through a pointer", "int x = __VERIFIER_nondet_int(); if (x < 0 || x >= 10) return 0; int *p = &g[x]; *p = 1; if (*p != 1) reach_error();", nil},
		{"pointer too far", "int x = __VERIFIER_nondet_int(); if (x < 0 || x >= 11) return 0;\nint *p = g + x; *p = 1; if (*p != 1) reach_error();",
			[]string{away + "3:17: access outside of every live object", away + "3:25: access outside of every live object"}},
		{"excluded by a function", "int x = __VERIFIER_nondet_int(); assume(x > 0 && x < 9);\nint y = 10 / x; if (y > x + 10) reach_error();", nil},
		{"excluded by a relation", "int i = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int(); if (n > 10 || i < 0 || i >= n) return 0;\nint a[10]; a[i] = n; if (i > 9) reach_error();", nil},
		{"one of two", "int i = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int(); assume(n > 0); int y = 10 / n;\nif (y > 10 || n + i < i) reach_error();", []string{away + "3:1: signed overflow"}},
		{"library function", "double sin(double);\nif (sin(1.5) > 2) reach_error();", []string{"sin has any effect and result within the bounds of its model   at test.c:3:"}},
		{"heap", "int x = __VERIFIER_nondet_int(); int *p = malloc(8);\n*p = x; if (*p != x) reach_error();",
			[]string{"memory never runs out", away + "3:1: access outside of every live object", away + "3:9: access outside of every live object"}},
		{"dead variable", "int x = __VERIFIER_nondet_int(), *p; { int y = x; p = &y; *p = x; }\nif (x != *p && x == *p) reach_error();",
			[]string{"definite: test.c:3:1: every execution ends here by undefined behaviour: access to a variable after its lifetime", away + "3:1: access outside of every live object"}},
		{"bad free on some executions", "void free(void *); int x = 1, *p = &x; if (__VERIFIER_nondet_int() == 7)\nfree(p); if (*p == 2) reach_error();", []string{away + "3:1: free of a pointer that is no live allocation"}},
		{"free of null", "void free(void *); int *p = 0;\nfree(p); if (p) reach_error();", nil},
		{"order of pointers", "int h[10], *p = g, *q = __VERIFIER_nondet_int() ? g + 10 : h;\nif (p < q && p == q) reach_error();", []string{away + "3:1: order of pointers into different objects"}},
		{"order in one object", "int *p = g, *q = __VERIFIER_nondet_int() ? g + 10 : g + 3;\nif (p < q && p == q) reach_error();", nil},
		{"in a function, twice", "int x = __VERIFIER_nondet_int(); if (half(x, 2) + half(8, x) > 9999 && x < 9 && x > 9) reach_error(); } int half(int a, int b) {\nreturn a / b;",
			[]string{away + "3:1: division by zero"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			src := header + "int half(int, int); int main(void) { " + test.body + " }"
			if !strings.Contains(test.body, "int half(") {
				src = header + "int main(void) { " + test.body + " }"
			}
			rep, _ := verifying.Text(t, "test.c", src, func(c *verifier.Config) { c.Engine = "symex" })
			if rep.Verdict != "TRUE" {
				t.Fatalf("%s (%s)", rep.Verdict, rep.Reason)
			}
			var b strings.Builder
			if err := rep.WriteText(&b, verifier.TextOptions{}); err != nil {
				t.Fatal(err)
			}
			text := strings.ReplaceAll(b.String(), strings.TrimSuffix(rep.Program, "test.c"), "")
			var got []string
			if _, list, ok := strings.Cut(text, "assumptions:\n"); ok {
				for _, line := range strings.Split(list, "\n") {
					if line, ok := strings.CutPrefix(line, "  "); ok {
						got = append(got, line)
					}
				}
			}
			if !slices.EqualFunc(got, test.want, strings.HasPrefix) {
				t.Errorf("got %q\nwant %q", got, test.want)
			}
		})
	}
}
