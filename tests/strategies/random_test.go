package strategies_test

import (
	"path/filepath"
	"testing"

	"cupel/tests/verifying"
	"cupel/verifier"
)

// TestRandomRuns: errors that few inputs avoid are found without a solver, with inputs that are as
// simple as possible; what depends on a value that is no input does not count.
func TestRandomRuns(t *testing.T) {
	for _, test := range []struct {
		name, body string
		found      bool
		first      string // input of the counterexample
	}{
		{"any", "int n = __VERIFIER_nondet_int(); int s = 0; for (int i = 0; i < 5000; i++) s += i % 3; if (n > s - 5000) reach_error();", true, "0"},
		{"a constant of the program", "int n = __VERIFIER_nondet_int(); if (n == 123456) reach_error();", true, "123456"},
		{"next to a constant", "unsigned n = __VERIFIER_nondet_uint(); if (n > 7777 && n < 7779) reach_error();", true, "7778"},
		{"the end of a range", "int n = __VERIFIER_nondet_int(); if (n < -2147483647) reach_error();", true, "-2147483648"},
		{"one that matters", "int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(); if (b > 2 && b < 9) reach_error();", true, "0"},
		{"bool", "_Bool b = __VERIFIER_nondet_bool(); if (b) reach_error();", true, "1"},
		{"float", "double d = __VERIFIER_nondet_double(); if (d == 2.5) reach_error();", true, "0x1.4p+01"},
		{"not initialised", "int n = __VERIFIER_nondet_int(), x; if (x == 0 && n > 3) reach_error();", false, ""},
		{"undefined first", "int n = __VERIFIER_nondet_int(); if (n > 3) { n = 1 / (n - n); reach_error(); }", false, ""},
		{"never", "int n = __VERIFIER_nondet_int(); if (n * 0 == 1) reach_error();", false, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			task := verifying.Load(t, filepath.Join(t.TempDir(), "test.c"), verifying.Prologue+"int __VERIFIER_nondet_int(void); unsigned __VERIFIER_nondet_uint(void); _Bool __VERIFIER_nondet_bool(void); double __VERIFIER_nondet_double(void); int main(void) { "+test.body+" }")
			rep := verifying.Run(t, task, verifying.Usual, nil)
			if found := rep.DecidedBy == "random run in the interpreter"; found != test.found || found && rep.Verdict != "FALSE" {
				t.Fatalf("%s, decided by %s", rep.Verdict, rep.DecidedBy)
			}
			if test.found && rep.Inputs[0].Value != test.first {
				t.Errorf("inputs %v, want %s", rep.Inputs, test.first)
			}
		})
	}
}

// TestLongRuns: errors after loops over large arrays are found by a long run, which a proof need not wait for.
func TestLongRuns(t *testing.T) {
	for _, test := range []struct{ name, check, verdict string }{
		{"wrong", "a[i] == c[i]", "FALSE"},
		{"right", "a[i] == b[i]", "TRUE"},
	} {
		task := verifying.Load(t, filepath.Join(t.TempDir(), test.name+".c"), verifying.Prologue+`int main(void) {
			int a[70000], b[70000], c[70000], i;
			for (i = 0; i < 70000; i++) { a[i] = __VERIFIER_nondet_int(); c[i] = __VERIFIER_nondet_int(); }
			for (i = 0; i < 70000; i++) b[i] = a[i];
			for (i = 0; i < 70000; i++) if (!(`+test.check+`)) reach_error();
		}`)
		rep := verifying.Run(t, task, verifying.Usual, verifying.With(verifier.Auto))
		if rep.Verdict != test.verdict || rep.Portfolio != nil {
			t.Errorf("%s: %+v", test.name, rep)
		}
	}
}
