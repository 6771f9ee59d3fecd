package reporting_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"cupel/engine"
	"cupel/tests/verifying"
	"cupel/verifier"
)

// TestFunction: a function in isolation is verified for all callers.
func TestFunction(t *testing.T) {
	for _, test := range []struct {
		name, src, want string
		depends         string // what a report says of the values, without their places
	}{
		{"parameters", "int f(int x, int y) { if (x > 3 && y == x) reach_error(); return 0; }", "FALSE", "x, a parameter: 4; y, a parameter: 4"},
		{"clamp", "int f(int x) { if (x < 0) x = 0; if (x > 10) x = 10; if (x < 0 || x > 10) reach_error(); return x; }", "TRUE", ""},
		{"variable", "int limit = 5; int f(void) { if (limit == 7) reach_error(); return 0; }", "FALSE", "limit, a global variable: 7"},
		{"constant", "const int limit = 5; int f(void) { if (limit != 5) reach_error(); return 0; }", "TRUE", ""},
		{"static", "int f(void) { static int n; if (n++ == 2) reach_error(); return 0; }", "FALSE", "n, a global variable: 2"},
		{"null", "int f(int *p) { if (!p) reach_error(); return *p; }", "FALSE", "p is null, a parameter: true"},
		{"dereference", "int f(int *p) { *p = 3; if (*p != 3) reach_error(); return 0; }", "TRUE", ""},
		{"behind", "int f(int *p) { if (*p == 3) reach_error(); return 0; }", "FALSE", "p is null, a parameter: false; p[0], a parameter: 3"},
		{"apart", "int f(int *p, int *q) { *p = 1; *q = 2; if (*p != 1) reach_error(); return 0; }", "TRUE", ""},
		{"exchanged", "int f(int *p, int *q) { int *r = *p < *q ? p : q, *s = r == p ? q : p; *r = 1; *s = 2; if (*p + *q != 3) reach_error(); return 0; }", "TRUE", ""},
		{"freed", "void free(void *); void f(char *p) { free(p); reach_error(); }", "FALSE", ""},
		{"list", "struct l { struct l *n; int v; } *head; int f(void) { if (head && head->n && head->n->v == 1 && !head->n->n) reach_error(); return 0; }", "FALSE",
			"head is null, a global variable: false; head->n is null, a global variable: false; head->n->v, a global variable: 1"},
		{"function", "int g(int x) { if (x == 1) reach_error(); return x; } int (*p)(int) = g; int f(int x) { return p(x); }", "FALSE",
			"p is null, a global variable: false; p is g, a global variable: true; x, a parameter: 1"},
		{"foreign function", "int f(int (*p)(int)) { return p(1); }", "UNKNOWN", ""},
		{"large array", "int a[1000]; int f(unsigned i) { if (i < 1000 && a[i] == 3) reach_error(); return 0; }", "FALSE", ""},
		{"recursion", "int f(int n) { if (n == 2) reach_error(); return n < 0 ? 0 : f(n - 1); }", "FALSE", "n, a parameter: 2"},
	} {
		t.Run(test.name, func(t *testing.T) {
			rep, _ := verifying.Text(t, "test.c", "extern void reach_error(void); "+test.src, func(c *verifier.Config) { c.Engine, c.Function = "symex", "f" })
			if rep.Verdict != test.want {
				t.Fatalf("%s (%s)", rep.Verdict, rep.Reason)
			}
			if test.want != "UNKNOWN" && !strings.Contains(rep.Property, "init(f())") {
				t.Error(rep.Property)
			}
			if test.depends == "" {
				return
			}
			var ds []string
			for _, d := range rep.Depends {
				d.At = ""
				ds = append(ds, d.String())
			}
			for _, d := range strings.Split(test.depends, "; ") {
				if !strings.Contains("; "+strings.Join(ds, "; ")+";", "; "+d+";") {
					t.Errorf("%s is missing in %s", d, ds)
				}
			}
		})
	}
}

// TestFunctionSettings: what contradicts a function is a mistake; a harness is none of a function.
func TestFunctionSettings(t *testing.T) {
	task := verifying.Load(t, filepath.Join(t.TempDir(), "test.c"), "extern void reach_error(void); int f(int x) { if (x == 3) reach_error(); return 0; }")
	for _, test := range []struct {
		set  func(*verifier.Config)
		want string
	}{
		{func(c *verifier.Config) { c.Entry = "g" }, "--function and --entry"},
		{func(c *verifier.Config) { c.Elements = 0 }, "--function-elements"},
		{func(c *verifier.Config) { c.Function = "g" }, "no function g with a body; there are: f"},
	} {
		cfg := verifier.DefaultConfig()
		cfg.Function = "f"
		test.set(&cfg)
		err := cfg.Validate()
		if err == nil {
			_, err = verifier.Verify(context.Background(), task, cfg, engine.Quiet{})
		}
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("got %v, want %s", err, test.want)
		}
	}
	cfg := verifier.DefaultConfig()
	cfg.Function, cfg.Harness = "f", filepath.Join(t.TempDir(), "harness")
	rep, err := verifier.Verify(context.Background(), task, cfg, engine.Quiet{})
	if err != nil || rep.Verdict != "FALSE" || !strings.HasPrefix(rep.Harness, "no: a harness runs whole programs") {
		t.Errorf("%+v, %v", rep, err)
	}
}
