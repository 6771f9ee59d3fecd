package strategies_test

import (
	"os"
	"path/filepath"
	"testing"

	"cupel/core/program/passing"
	"cupel/engine"
	"cupel/tests/verifying"
	"cupel/verifier"
)

// TestPassing: that all executions fail is proven where they do, and never where one ends otherwise or does not end.
func TestPassing(t *testing.T) {
	const head = `extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
extern void exit(int);
extern void *malloc(unsigned long);
extern void free(void *);
void reach_error(void) {}
void assume(int c) { if (!c) abort(); }
int count(int n) { int i = 0; while (i < n) i++; return i; }
`
	for _, c := range []struct {
		name, body string
		all        bool
	}{
		{"error", "reach_error(); return 0;", true},
		{"end", "int x = __VERIFIER_nondet_int(); if (x) reach_error(); return 0;", false},
		{"for ever", "int x = __VERIFIER_nondet_int(); if (x > 0) while (1); reach_error(); return 0;", false},
		{"for ever by goto", "int x = __VERIFIER_nondet_int(); again: if (x > 5) goto again; reach_error(); return 0;", false},
		{"division by zero", "int x = __VERIFIER_nondet_int(); x = 10 / x; reach_error(); return 0;", false},
		{"overflow", "int x = __VERIFIER_nondet_int(); x = x + 1; reach_error(); return 0;", false},
		{"abort", "int x = __VERIFIER_nondet_int(); assume(x > 7); reach_error(); return 0;", false},
		{"exit", "int x = __VERIFIER_nondet_int(); if (x == 3) exit(1); reach_error(); return 0;", false},
		{"up", "int n = __VERIFIER_nondet_int(), i = 0; while (i < n) i++; reach_error(); return 0;", true},
		{"up and equal", "int n = __VERIFIER_nondet_int(), i = 0; while (i <= n) i++; reach_error(); return 0;", false},
		{"down", "unsigned n = __VERIFIER_nondet_uint(), m = 0; while (n > 0) { n--; m++; } reach_error(); return 0;", true},
		{"down by two", "unsigned n = __VERIFIER_nondet_uint(); while (n != 0) n -= 2; reach_error(); return 0;", false},
		{"there and back", "int i = __VERIFIER_nondet_int(); while (i != 0) { if (i > 5) i--; else i++; } reach_error(); return 0;", false},
		{"nested", "unsigned n = __VERIFIER_nondet_uint(), i, j; for (i = 0; i < n; i++) for (j = 0; j < 3; j++); reach_error(); return 0;", true},
		{"nested for ever", "unsigned n = __VERIFIER_nondet_uint(), i, j; for (i = 0; i < n; i++) for (j = 0; j < 3; j++) if (j == 2) i--; reach_error(); return 0;", false},
		{"function", "int n = __VERIFIER_nondet_int(); n = count(n); n = count(n); reach_error(); return 0;", true},
		{"two counters", "unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(); while (a > 0 && b > 0) { if (__VERIFIER_nondet_int()) a--; else b--; } reach_error(); return 0;", true},
		{"through a pointer", "int x = __VERIFIER_nondet_int(); int *p = &x; while (x < 100) (*p)++; reach_error(); return 0;", true},
		{"outside", "int a[4]; int i = __VERIFIER_nondet_int(); if (i < 0 || i > 4) reach_error(); int *p = a; p[i] = 1; reach_error(); return 0;", false},
		{"inside", "int a[4]; int i = __VERIFIER_nondet_int(); if (i < 0 || i > 3) reach_error(); int *p = a; p[i] = 1; reach_error(); return 0;", true},
		{"heap", "int *p = malloc(4); *p = __VERIFIER_nondet_int(); free(p); reach_error(); return 0;", true},
		{"freed", "int *p = malloc(4); *p = 1; free(p); if (__VERIFIER_nondet_int()) *p = 2; reach_error(); return 0;", false},
		{"freed twice", "int *p = malloc(4); free(p); if (__VERIFIER_nondet_int()) free(p); reach_error(); return 0;", false},
		{"null", "int x = 1, *p = &x; if (__VERIFIER_nondet_int() == 5) p = 0; *p = 2; reach_error(); return 0;", false},
		{"null, and no object", "int *p = 0; *p = 2; reach_error(); return 0;", false},
		{"dead variable", "int *p; { int x = 1; p = &x; *p = 2; } if (__VERIFIER_nondet_int()) *p = 3; reach_error(); return 0;", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "p.c")
			if err := os.WriteFile(file, []byte(head+"int main(void) { "+c.body+" }\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			proven := false
			for guess := 1; guess <= passing.Guesses && !proven; guess++ {
				rep := verifying.Run(t, &verifier.Task{File: file}, 300_000, func(cfg *verifier.Config) {
					cfg.Engine, cfg.Restriction = "symexecia", &verifier.Restriction{Assume: "true", Passing: guess}
				})
				proven = rep.Verdict == engine.True.String()
			}
			if proven != c.all {
				t.Errorf("all fail: %v, proven: %v", c.all, proven)
			}
		})
	}
}
