package language_test

import (
	"path/filepath"
	"strings"
	"testing"

	"cupel/tests/verifying"
)

// TestOrders: where C leaves the order of evaluation open, TRUE is of all orders, and so is FALSE.
func TestOrders(t *testing.T) {
	const head = `extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
		int t = 1; int f(void) { return ++t; } int g(void) { return t *= 2; } int h(int a, int b) { return a - b; } void check(int c) { if (!c) reach_error(); }
		`
	file := filepath.Join(t.TempDir(), "p.c")
	for _, tt := range []struct{ name, src, want string }{
		{"operands, both values", `int main(void) { int r = f() + g(); check(r == 6 || r == 5); }`, "TRUE"},
		{"operands, left to right", `int main(void) { check(f() + g() == 6); }`, "UNKNOWN"},
		{"operands, right to left", `int main(void) { check(f() + g() == 5); }`, "UNKNOWN"},
		{"operands, neither", `int main(void) { check(f() + g() == 7); }`, "FALSE"},
		{"arguments", `int main(void) { check(h(f(), g()) == 2 - 4); }`, "UNKNOWN"},
		{"arguments, what all orders have", `int main(void) { int r = h(f(), g()); check(t > 2 && t < 5 && (r == -2 || r == 1)); }`, "TRUE"},
		{"an index", `int a[4]; int i; int n(void) { i = 2; return 7; } int main(void) { a[i] = n(); check(a[0] + a[2] == 7); }`, "TRUE"},
		{"an index, one place", `int a[4]; int i; int n(void) { i = 2; return 7; } int main(void) { a[i] = n(); check(a[2] == 7); }`, "UNKNOWN"},
		{"the value of an assignment", `int a[4]; int i; int n(void) { i = 2; return 7; } int main(void) { check((a[i] = n()) == 7); }`, "TRUE"},
		{"an error behind the choice", `int main(void) { int r = f() + g(); check(__VERIFIER_nondet_int() != 77 || r < 0); }`, "FALSE"},
		{"a choice in a loop", `int main(void) { int i, s = 0; for (i = 0; i < 3; i++) s = f() - f(); check(s == 1); }`, "UNKNOWN"},
		{"a choice in a loop, absolute", `int main(void) { int i, s = 0; for (i = 0; i < 10; i++) s = f() - f(); check(s == 1 || s == -1); }`, "TRUE"},
		{"an order without a model, safe", `int main(void) { int a[2] = { f(), f() }; check(a[0] < a[1]); }`, "UNKNOWN"},
	} {
		for _, by := range []string{"symexecia", "cegar", "auto"} {
			rep := verifying.Run(t, verifying.Load(t, file, head+tt.src), verifying.Usual, verifying.With(by))
			if rep.Verdict != tt.want {
				t.Errorf("%s, %s: %s (%v), want %s", tt.name, by, rep.Verdict, rep.Reason, tt.want)
				continue
			}
			if tt.want == "UNKNOWN" && !strings.Contains(rep.Reason, "order of evaluation") {
				t.Errorf("%s, %s: %v", tt.name, by, rep.Reason)
			}
		}
	}
}
