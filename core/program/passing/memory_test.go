package passing_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/core/program/passing"
	"cupel/frontend/c"
)

const head = `extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void); extern void *malloc(unsigned long); extern void free(void *); extern void abort(void);
`

// lower reads the body of main.
func lower(t tb, body string) *program.Program {
	t.Helper()
	m, _, err := c.Lower(t.Context(), "p.c", []byte(head+"int main(void) { "+body+" }\n"), c.Options{Model: program.LP64})
	if err != nil {
		t.Fatalf("%v\n%s", err, body)
	}
	p, err := passes.Inline(m, passes.InlineOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// given is the value of all inputs.
type given struct {
	f *logic.Factory
	n uint64
}

// Next implements interp.Source.
func (g given) Next(op *program.Op, _ *program.Edge) (*logic.Term, bool) {
	if op.Input == nil {
		return nil, false
	}
	return g.f.BV(g.n, op.Var.Sort().Width()), true
}

// outcomes runs a program on all inputs below n.
func outcomes(t tb, p *program.Program, n int) []interp.Kind {
	t.Helper()
	m, err := interp.New(p)
	if err != nil {
		t.Fatal(err)
	}
	var out []interp.Kind
	for i := range n {
		out = append(out, m.Run(t.Context(), given{p.Terms, uint64(i)}, interp.Options{MaxSteps: 5000}).Kind)
	}
	return out
}

// compare runs a program of C and its complements on inputs, and returns for how many the program fails, and for how many some complement does not. The
// error is reported when a complement does not fail where the program ends otherwise.
func compare(t tb, body string, n int) (fails, proven int) {
	t.Helper()
	p := lower(t, body)
	kinds, passed := outcomes(t, p, n), make([]bool, n)
	for guess := range passing.Guesses {
		q, err := passing.Of(p, guess)
		if err != nil {
			t.Fatal(err)
		}
		for i, k := range outcomes(t, q, n) {
			if k != interp.ReachedError && kinds[i] != interp.ReachedError {
				t.Fatalf("input %d, guess %d: the complement is %v, and the program %v\n%s", i, guess, k, kinds[i], body)
			}
			passed[i] = passed[i] || k != interp.ReachedError
		}
	}
	for i, k := range kinds {
		if k == interp.ReachedError {
			fails++
		}
		if passed[i] {
			proven++
		}
	}
	return fails, proven
}

// TestMemory: executions that end by an invalid access or release of memory do not fail, and the complement contains all others, except where there are
// too many objects.
func TestMemory(t *testing.T) {
	for _, c := range []struct {
		name, body    string
		fails, proven int // of 8 inputs
	}{
		{"no memory", "reach_error();", 8, 8},
		{"inside", "int a[4], *p = a; p[__VERIFIER_nondet_uchar() % 4] = 1; reach_error();", 8, 8},
		{"outside", "int a[4], *p = a; p[__VERIFIER_nondet_uchar()] = 1; reach_error();", 4, 4},
		{"before", "int a[4], *p = a; p[__VERIFIER_nondet_uchar() - 2] = 1; reach_error();", 4, 4},
		{"partly outside", "char a[8]; char *p = a; *(int *)(p + __VERIFIER_nondet_uchar()) = 1; reach_error();", 5, 5},
		{"null", "int x, *p = __VERIFIER_nondet_uchar() ? &x : 0; *p = 1; reach_error();", 7, 7},
		{"heap", "char *p = malloc(3); p[__VERIFIER_nondet_uchar()] = 1; reach_error();", 3, 3},
		{"heap of some size", "char *p = malloc(__VERIFIER_nondet_uchar()); p[3] = 1; reach_error();", 4, 4},
		{"freed", "char *p = malloc(3); if (__VERIFIER_nondet_uchar() < 3) free(p); *p = 1; reach_error();", 5, 5},
		{"freed twice", "char *p = malloc(3); free(p); if (__VERIFIER_nondet_uchar() < 3) free(p); reach_error();", 5, 5},
		{"null is freed", "char *p = malloc(3); free(p); if (__VERIFIER_nondet_uchar() < 3) p = 0; free(p); reach_error();", 3, 3},
		{"freed inside", "char *p = malloc(3); free(p + __VERIFIER_nondet_uchar()); reach_error();", 1, 1},
		{"a variable is freed", "char x, *p = malloc(3), *q = &x; if (__VERIFIER_nondet_uchar() < 3) q = p; free(q); reach_error();", 3, 3},
		{"another is freed", "char *p = malloc(3), *q = malloc(3); free(__VERIFIER_nondet_uchar() < 3 ? p : q); *p = 1; reach_error();", 5, 5},
		{"dead variable", "int *p; { int x; p = &x; if (__VERIFIER_nondet_uchar() < 3) reach_error(); } *p = 1; reach_error();", 3, 3},
		{"alive again", "int *p; for (int i = 0; i < 2; i++) { int x; p = &x; *p = 1; } if (__VERIFIER_nondet_uchar() < 3) *p = 1; reach_error();", 5, 5},
		{"variable size", "int n = __VERIFIER_nondet_uchar() + 1; char a[n]; char *p = a; p[4] = 1; reach_error();", 4, 4},
		{"one place, the last object", "char *p; for (int i = 0; i < 2; i++) p = malloc(3); *p = 1; reach_error();", 8, 8},
		{"one place, two objects", "char *p = malloc(1), *q; for (int i = 0; i < 2; i++) { q = p; p = malloc(3); } *q = 1; reach_error();", 8, 0},
		{"another block", "char *p = malloc(16), *q = malloc(16); p[__VERIFIER_nondet_uchar() + 28] = 1; q[0] = 1; reach_error();", 0, 0},
		{"another block, computed before", "char *p = malloc(16), *q = malloc(16), *r = p + __VERIFIER_nondet_uchar() * 8; *q = 0; *r = 1; reach_error();", 2, 2},
		{"order", "int a[2], b[2], *p = a, *q = __VERIFIER_nondet_uchar() < 3 ? a + 1 : b; if (p <= q || p > q) reach_error();", 3, 3},
		{"zero bytes", "unsigned char n = __VERIFIER_nondet_uchar(); char *p = malloc(n); for (int i = 0; i < n; i++) p[i] = 1; reach_error();", 8, 8},
	} {
		if fails, proven := compare(t, c.body, 8); fails != c.fails || proven != c.proven {
			t.Errorf("%s: %d fail, %d are proven to, want %d and %d", c.name, fails, proven, c.fails, c.proven)
		}
	}
}

// TestRandomMemory: of programs without loops the complement fails exactly where the program does not.
func TestRandomMemory(t *testing.T) {
	failing, ending := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		n := func(most int) int { return rapid.IntRange(0, most).Draw(t, "n") }
		pointer := func() string { return fmt.Sprintf("p%d", n(2)) }
		var b strings.Builder
		b.WriteString("unsigned char in = __VERIFIER_nondet_uchar(); char *p0 = 0, *p1 = 0, *p2 = 0, x; ")
		var statement func(depth int)
		statement = func(depth int) {
			switch n(8) {
			case 0, 1:
				fmt.Fprintf(&b, "%s = malloc(%d); ", pointer(), 1+n(2))
			case 2:
				fmt.Fprintf(&b, "free(%s); ", pointer())
			case 3:
				fmt.Fprintf(&b, "%s = %s; ", pointer(), pointer())
			case 4:
				fmt.Fprintf(&b, "%s = &x; ", pointer())
			case 5:
				fmt.Fprintf(&b, "{ char y; %s = &y; *%s = 1; } ", pointer(), pointer())
			case 6:
				if depth > 0 {
					fmt.Fprintf(&b, "if (in & %d) { ", 1<<n(2))
					for range 1 + n(2) {
						statement(depth - 1)
					}
					b.WriteString("} ")
				}
			case 7:
				fmt.Fprintf(&b, "if (in == %d) reach_error(); ", n(7))
			default:
				fmt.Fprintf(&b, "%s[%d] = 1; ", pointer(), n(2)*n(1))
			}
		}
		for range 2 + n(6) {
			statement(2)
		}
		b.WriteString("reach_error();")
		fails, proven := compare(t, b.String(), 8)
		if fails != proven {
			t.Fatalf("%d of 8 inputs fail, %d are proven to\n%s", fails, proven, b.String())
		}
		failing, ending = failing+fails, ending+8-fails
	})
	t.Logf("%d executions fail, %d do not", failing, ending)
	if failing == 0 || ending == 0 {
		t.Error("the programs are all alike")
	}
}

// TestTooManyObjects: there is no complement of a program with more objects than the limit.
func TestTooManyObjects(t *testing.T) {
	for n, refused := range map[int]bool{60: false, 70: true} {
		p := lower(t, strings.Repeat("{ char y, *p = &y; *p = 1; } ", n)+"reach_error();")
		if _, err := passing.Of(p, 0); (err != nil) != refused {
			t.Errorf("%d objects: %v", n, err)
		}
	}
}
