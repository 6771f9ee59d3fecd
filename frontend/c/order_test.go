package c

import (
	"strings"
	"testing"
)

// TestOrderOfOperands: where operands disturb each other, and C leaves their order open, that is an assumption.
func TestOrderOfOperands(t *testing.T) {
	for _, tt := range []struct {
		name, src string
		said      bool
	}{
		{"two calls that change a variable", `int t; int f(void) { return ++t; } int g(void) { return t *= 2; } int main(void) { return f() + g(); }`, true},
		{"arguments", `int t; int f(void) { return ++t; } int h(int a, int b) { return a - b; } int main(void) { return h(f(), f()); }`, true},
		{"a variable and a call that changes it", `int t; int f(void) { t++; return 1; } int main(void) { return t + f(); }`, true},
		{"by way of another function", `int t; void e(void) { t = 1; } int f(void) { e(); return 1; } int main(void) { return f() == t; }`, true},
		{"through pointers", `int t; int f(int *p) { return (*p)++; } int g(int *p) { return *p; } int main(void) { return f(&t) - g(&t); }`, true},
		{"a static local", `int f(void) { static int n; return n++; } int main(void) { return f() - f(); }`, true},
		{"recursion without effects", `int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); } int main(void) { return f(7); }`, false},
		{"inputs", `int __VERIFIER_nondet_int(void); int main(void) { return __VERIFIER_nondet_int() > __VERIFIER_nondet_int(); }`, false},
		{"different variables", `int s, t; int f(void) { return ++t; } int g(void) { return ++s; } int main(void) { return f() - g(); }`, false},
		{"a local", `int t; int f(void) { return ++t; } int main(void) { int i = 1; return i + f(); }`, false},
		{"in order", `int t; int f(void) { return ++t; } int main(void) { return f() && f() || (f(), f()); }`, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m, _, err := Lower(t.Context(), "t.c", []byte(tt.src), Options{})
			if err != nil {
				t.Fatal(err)
			}
			said := false
			for _, a := range m.Assumptions {
				said = said || strings.Contains(a.Text, "from left to right")
			}
			if said != tt.said {
				t.Errorf("said: %v", said)
			}
		})
	}
}
