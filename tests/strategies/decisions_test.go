package strategies_test

import (
	"path/filepath"
	"strings"
	"testing"

	"cupel/tests/verifying"
)

// TestDecides: programs that only decide are verified over bit-vectors, others over the integers.
func TestDecides(t *testing.T) {
	const frame = "int __VERIFIER_nondet_int(void); void reach_error(void) {}\n"
	for _, tt := range []struct {
		name, src string
		decides   bool
	}{
		{"flags", `int main(void) { int a = 0, n; for (n = 0; n < 4; n++) { int x = __VERIFIER_nondet_int(); if (x) a = 3; else if (a == 3) a = 1; }
			if (a == 2) reach_error(); }`, true},
		{"a copy", `int main(void) { int a = 0, b = __VERIFIER_nondet_int(), n; for (n = 0; n < 4; n++) { if (b == 7) a = b; if (__VERIFIER_nondet_int() == 9) b = 3; }
			if (a == 5) reach_error(); }`, true},
		{"an order", `int main(void) { int a = 0, n; for (n = 0; n < 4; n++) if (__VERIFIER_nondet_int() > n) a = 3; if (a == 2) reach_error(); }`, false},
		{"a sum", `int main(void) { int a = 0, n; for (n = 0; n < 4; n++) a += __VERIFIER_nondet_int() != 0 ? 2 : __VERIFIER_nondet_int(); if (a == 7) reach_error(); }`, false},
		{"a long loop", `int main(void) { int a = 0, n; for (n = 0; n < 4000; n++) if (__VERIFIER_nondet_int()) a = 3; if (a == 2) reach_error(); }`, false},
	} {
		file := filepath.Join(t.TempDir(), "program.c")
		rep := verifying.Run(t, verifying.Load(t, file, frame+tt.src), verifying.Usual, verifying.With("kinduction"))
		if got := strings.Contains(rep.Arithmetic, "only decides"); got != tt.decides {
			t.Errorf("%s: %s, %s", tt.name, rep.Arithmetic, rep.Verdict)
		}
	}
}
