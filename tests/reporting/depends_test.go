package reporting_test

import (
	"encoding/json"
	"strings"
	"testing"

	"cupel/tests/verifying"
	"cupel/verifier"
)

// TestDepends: a counterexample lists the values that it depends on, and claims that every execution reaches the error only when that is so.
func TestDepends(t *testing.T) {
	const all = "(none: every execution reaches it)"
	for _, test := range []struct {
		name, src string
		want      []string
	}{
		{"determined", "int main(void) { int unused; int a[2]; a[0] = 1; if (a[0] == 1) reach_error(); }", []string{all}},
		{"uninitialised", "int main(void) {\n  int x;\n  if (x == 7) reach_error(); }", []string{"(none)", "x, which is not initialised: 7   at test.c:2:7"}},
		{"element", "int main(void) {\n  int x[2];\n  x[0] = 1; if (x[1] == 7) reach_error(); }", []string{"x, which is not initialised: 7   at test.c:2:7"}},
		{"extern", "extern int e;\nint main(void) { if (e == 3) reach_error(); }", []string{"e, which is declared but not defined: 3   at test.c:1:"}},
		{"no body", "int f(void);\nint main(void) { if (f() == 3) reach_error(); }", []string{"f, a function without a body: 3   at test.c:2:22"}},
		{"memory", "void *malloc(unsigned long);\nint main(void) { int *p = malloc(8); if (p[1] == 0) reach_error(); }",
			[]string{"memory of an allocated object, read before it is written: 0"}},
		{"input and variable", "int __VERIFIER_nondet_int(void);\nint main(void) { int x; if (x == __VERIFIER_nondet_int()) reach_error(); }",
			[]string{"__VERIFIER_nondet_int() = ", "and it depends on", "x, which is not initialised"}},
		{"recursion", "int f(int n) { int x; return n ? f(n - 1) : x; }\nint main(void) { if (f(3) == 5) reach_error(); }", []string{"x, which is not initialised: 5"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			rep, _ := verifying.Text(t, "test.c", "extern void reach_error(void); "+test.src, func(c *verifier.Config) { c.Engine = "symex" })
			if rep.Verdict != "FALSE" {
				t.Fatalf("%s (%s)", rep.Verdict, rep.Reason)
			}
			var b strings.Builder
			if err := rep.WriteText(&b, verifier.TextOptions{}); err != nil {
				t.Fatal(err)
			}
			text := strings.ReplaceAll(b.String(), strings.TrimSuffix(rep.Program, "test.c"), "")
			for _, w := range test.want {
				if !strings.Contains(text, w) {
					t.Errorf("%q is missing in\n%s", w, text)
				}
			}
			if strings.Contains(text, all) != (test.want[0] == all) {
				t.Errorf("%q is wrong:\n%s", all, text)
			}
			data, err := json.Marshal(rep)
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(string(data), `"depends_on":[{"kind":`) != (test.want[0] != all) {
				t.Errorf("JSON: %s", data)
			}
		})
	}
}
