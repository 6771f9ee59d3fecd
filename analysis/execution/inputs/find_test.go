package inputs_test

import (
	"fmt"
	"strings"
	"testing"

	"cupel/analysis/execution/inputs"
)

// TestFind: the sources of inputs, and which of them are read at most once.
func TestFind(t *testing.T) {
	for _, test := range []struct {
		name, src string
		want      string // Name Call Kind Type Once, by source
	}{
		{"variable", "int main(void) { int x = __VERIFIER_nondet_int(); return x; }", "x|__VERIFIER_nondet_int||int|once"},
		{"called twice", "int get(void) { int x = __VERIFIER_nondet_int(); return x; } int main(void) { return get() + get(); }", "x|__VERIFIER_nondet_int||int|again"},
		{"called once", "int get(void) { int x = __VERIFIER_nondet_int(); return x; } int main(void) { return get(); }", "x|__VERIFIER_nondet_int||int|once"},
		{"called in a loop", "int get(void) { int x = __VERIFIER_nondet_int(); return x; } int main(void) { for (int i = 0; i < 3; i++) get(); }", "x|__VERIFIER_nondet_int||int|again"},
		{"called by what is called twice", "int get(void) { int x = __VERIFIER_nondet_int(); return x; } int f(void) { return get(); } int main(void) { return f() + f(); }", "x|__VERIFIER_nondet_int||int|again"},
		{"recursion", "int get(int n) { int x = __VERIFIER_nondet_int(); return n ? get(n - 1) : x; } int main(void) { return get(2); }", "x|__VERIFIER_nondet_int||int|again"},
		{"mutual recursion", "int f(int n); int g(int n) { int x = __VERIFIER_nondet_int(); return n ? f(n - 1) : x; } int f(int n) { return n ? g(n - 1) : 0; } int main(void) { return f(2); }", "x|__VERIFIER_nondet_int||int|again"},
		{"main calls itself", "int n; int main(void) { int x = __VERIFIER_nondet_int(); return n++ < 2 ? main() : x; }", "x|__VERIFIER_nondet_int||int|again"},
		{"goto", "int main(void) { int n = 0, x; again: x = __VERIFIER_nondet_int(); if (n++ < 2) goto again; return x; }", "x|__VERIFIER_nondet_int||int|again"},
		{"behind a loop", "int main(void) { for (int i = 0; i < 3; i++) ; int x = __VERIFIER_nondet_int(); return x; }", "x|__VERIFIER_nondet_int||int|once"},
		{"pointer to a function", "int get(void) { int x = __VERIFIER_nondet_int(); return x; } int (*p[2])(void) = {get, get}; int main(void) { return p[0]() + p[1](); }", "x|__VERIFIER_nondet_int||int|again"},
		{"truth value", "int main(void) { _Bool b = __VERIFIER_nondet_bool(); __VERIFIER_assume(b); return 0; }", "b|__VERIFIER_nondet_bool||_Bool|once"},
		{"no name", "int main(void) { return __VERIFIER_nondet_int() + 1; }", "|__VERIFIER_nondet_int||int|once"},
		{"no body", "int main(void) { int y = foreign(2); return y; }", "y|foreign|function without body||once"},
		{"extern", "extern int level; int main(void) { return level; }", "level||undefined variable||once"},
		{"arguments", "int main(int argc, char **argv) { return argc; }", "argc||argument of main|int|once"},
		{"uninitialized", "int main(void) { int x; int y = __VERIFIER_nondet_int(); if (y) x = y; return x; }", "y|__VERIFIER_nondet_int||int|once"},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := lower(t, head+test.src, "")
			table := inputs.Find(m)
			var got []string
			for i, s := range table.Sources {
				if s.Number != i+1 {
					t.Errorf("source %d has number %d", i+1, s.Number)
				}
				if s.Hidden {
					continue
				}
				got = append(got, fmt.Sprintf("%s|%s|%s|%s|%s", s.Name, s.Call, s.Kind, s.Type, map[bool]string{true: "once", false: "again"}[s.Once]))
				slot := inputs.Slot{Source: s.Number, N: 3}
				if back, ok := table.SlotOf(table.Symbol(slot)); !ok || back != slot {
					t.Errorf("the symbol of %v is that of %v", slot, back)
				}
			}
			if g := strings.Join(got, "; "); g != test.want {
				t.Errorf("got %s, want %s", g, test.want)
			}
		})
	}
}

// TestDomain: the values of an input do not depend on the program's assumptions.
func TestDomain(t *testing.T) {
	m := lower(t, head+`int main(int argc, char **argv) { _Bool b = __VERIFIER_nondet_bool(); __VERIFIER_assume(b); _Bool c; c = __VERIFIER_nondet_bool(); if (!c) abort();
	  int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x > 3); unsigned char u = __VERIFIER_nondet_uchar(); if (u > 5) abort(); return argc; }`, "")
	table := inputs.Find(m)
	for _, test := range []struct {
		name  string
		value int64
		want  bool
	}{
		{"b", 0, true}, {"b", 1, true}, {"b", 2, false}, {"b", 255, false}, {"c", 0, true}, {"c", 1, true}, {"c", 2, false},
		{"x", 0, true}, {"x", -1, true}, {"u", 255, true},
	} {
		s := inputs.Slot{Source: source(t, table, test.name).Number, N: 1}
		if got := eval(t, m.Terms, table.Domain(s), table, map[inputs.Slot]int64{s: test.value}); got != test.want {
			t.Errorf("%s = %d: %v", test.name, test.value, got)
		}
	}
}

// TestHidden: an unknown value that is no input is a source without slots.
func TestHidden(t *testing.T) {
	table := inputs.Find(lower(t, head+"int main(void) { int x; int *p = &x; if (*p == 3) reach_error(); }", ""))
	for _, s := range table.Sources {
		if !s.Hidden {
			t.Errorf("%s is an input", s.Name)
		}
	}
	if len(table.Inputs()) != 0 {
		t.Error("there are inputs")
	}
}
