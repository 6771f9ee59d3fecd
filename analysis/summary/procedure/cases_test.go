package procedure

import (
	"context"
	"strings"
	"testing"

	"cupel/analysis/absint/interval"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/core/smt"
	"cupel/core/smt/z3"
	"cupel/kernel/certify"
)

const head = `extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int g;
`

// around calls a function with any values and asserts something about the result,
// so that nothing is sliced away.
func around(call string) string {
	return "int main(void) { int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(); int r = " + call + "; if (r == 12345 && g != 77) reach_error(); return 0; }\n"
}

var cases = []struct {
	name, source, function, implied string // SMT-LIB over the slots' names
	fine                            bool
}{
	{"McCarthy", "int f(int n) { if (n > 100) return n - 10; return f(f(n + 11)); }\n" + around("f(a)"),
		"f", "(and (=> (<= n 100) (= result 91)) (=> (> n 100) (= result (- n 10))))", false},
	{"addition", "int add(int m, int n) { if (n == 0) return m; if (n > 0) return add(m + 1, n - 1); return add(m - 1, n + 1); }\n" + around("add(a, b)"),
		"add", "(= result (+ m n))", false},
	{"gcd", "int gcd(int x, int y) { if (x <= 0 || y <= 0) return 0; if (x == y) return x; if (x > y) return gcd(x - y, y); return gcd(x, y - x); }\n" + around("gcd(a, b)"),
		"gcd", "(=> (and (> x 0) (> y 0)) (and (>= result 1) (<= result x) (<= result y)))", false},
	{"mutual", "int odd(int n); int even(int n) { if (n == 0) return 1; return odd(n - 1); }\nint odd(int n) { if (n == 0) return 0; return even(n - 1); }\n" + around("even(a)"),
		"odd", "(and (>= n 0) (<= 0 result 1) (=> (= n 0) (= result 0)))", false},
	{"Fibonacci", "int fib(int n) { if (n < 1) return 0; if (n == 1) return 1; return fib(n - 1) + fib(n - 2); }\n" + around("fib(a)"),
		"fib", "(and (>= result 0) (>= result (- n 1)))", false},
	{"table", "int fib(int n) { if (n < 1) return 0; if (n == 1) return 1; return fib(n - 1) + fib(n - 2); }\n" +
		around("a <= 12 ? fib(a) : 0"),
		"fib", "(and (=> (= n 9) (= result 34)) (=> (= n 8) (= result 21)))", true},
	{"globals", "int count(int n) { g++; if (n <= 0) return 0; return count(n - 1) + 1; }\n" + around("count(a)"),
		"count", "(and (= (- |g'| g_) (+ result 1)) (=> (>= n 0) (= result n)))", false},
	{"loop", "int t(int n) { int s = 0; for (int i = 0; i < n; i++) s += t(i) + 1; return s; }\n" + around("t(a)"),
		"t", "(and (>= result 0) (>= result n))", false},
	{"never", "int f(int n) { return f(n) + 1; }\n" + around("f(a)"), "f", "false", false},
	{"unsigned", "unsigned f(unsigned n) { if (n == 0) return 0; return f(n - 1) - 1; }\n" + around("f(a)"),
		"f", "(=> (> n 0) (= result (- 4294967296 n)))", false},
	{"parity", "int odd(int n); int even(int n) { if (n == 0) return 1; return odd(n - 1); }\nint odd(int n) { if (n == 0) return 0; return even(n - 1); }\n" +
		"int main(void) { int a = __VERIFIER_nondet_int(); if (a < 0) return 0; if (even(a) && a % 2 != 0) reach_error(); return 0; }",
		"even", "(and (>= n 0) (= result (- 1 (mod n 2))))", true},
	{"cap", "int f(int n) { if (n == 0) return 0; int r = f(n - 1) + 1; if (r > 5) return 5; return r; }\n" + around("f(a)"),
		"f", "(<= 0 result 5)", false},
}

// valid reports whether z3 proves a formula.
func valid(t *testing.T, f *logic.Factory, c *logic.Term) bool {
	t.Helper()
	s, err := z3.Open(f, smt.Options{TimeoutMS: 5000})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	r, err := s.Check(context.Background(), f.Not(c))
	if err != nil {
		t.Fatal(err)
	}
	return r == smt.Unsat
}

// holds checks an obligation with the means of package certify.
func holds(t *testing.T, p *program.Program) error {
	t.Helper()
	ctx := context.Background()
	p, _, err := passes.Default.Run(ctx, p)
	if err != nil {
		t.Fatal(err)
	}
	c, err := certify.New(ctx, p)
	if err != nil {
		t.Fatal(err)
	}
	facts := map[*program.Location]*logic.Term{}
	r := interval.Analyze(ctx, p)
	for _, l := range p.LoopHeads() {
		facts[l] = r.Invariant(l)
	}
	c.Facts(facts)
	return c.Check(ctx, z3.Open)
}

// TestCases: summaries of known functions say what they should, their
// obligations hold, and those of stronger formulas do not.
func TestCases(t *testing.T) {
	for _, tt := range cases {
		t.Run(tt.name, func(t *testing.T) {
			x := lower(t, head+tt.source)
			res := x.compute(t, tt.fine)
			f := x.prepared.Terms
			found := false
			for _, s := range res.Summaries {
				if s.Function != tt.function {
					continue
				}
				found = true
				got := s.named(f)
				var names []*logic.Term
				for _, n := range []string{"m", "n", "x", "y", "g_", "g'", "result"} {
					names = append(names, f.Var(n, logic.Int))
				}
				want, err := logic.ParseTerm(f, tt.implied, names...)
				if err != nil {
					t.Fatal(err)
				}
				if !valid(t, f, f.Implies(got, want)) {
					t.Errorf("%s does not imply %s", got, tt.implied)
				}
			}
			if !found {
				t.Fatal("no summary")
			}
			if tt.name != "loop" { // needs invariants of the loop
				if err := holds(t, res.Obligation()); err != nil {
					t.Error(err)
				}
			}
			if tt.implied == "false" {
				return
			}
			for _, s := range res.Summaries {
				s.Formula = f.And(s.Formula, f.Gt(s.Params[len(s.Params)-1], f.IntConst(1000)))
			}
			if holds(t, res.Obligation()) == nil {
				t.Error("the obligation holds of formulas that are wrong")
			}
		})
	}
}

// TestTrivial: without integers, and without time, nothing is claimed.
func TestTrivial(t *testing.T) {
	x := lower(t, head+"int f(int n) { if (n == 0) return 0; return f(n - 1) ^ n; }\n"+around("f(a)"))
	res := x.compute(t, false)
	if s := res.Summaries[0]; s.Trivial == "" || !s.Formula.IsTrue() {
		t.Errorf("%s: %s", s.Trivial, s.Formula)
	}
	x = lower(t, head+cases[0].source)
	res, err := Compute(context.Background(), x.prepared, x.closure, Options{Open: z3.Open, Work: 1})
	if err != nil {
		t.Fatal(err)
	}
	if s := res.Summaries[0]; s.Trivial == "" || !s.Formula.IsTrue() {
		t.Errorf("%s: %s", s.Trivial, s.Formula)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Compute(ctx, x.prepared, x.closure, Options{Open: z3.Open}); err == nil {
		t.Error("no error of an ended context")
	}
}

// TestExplain prints the cases with the names of the source.
func TestExplain(t *testing.T) {
	x := lower(t, head+cases[0].source)
	var b strings.Builder
	if err := x.compute(t, false).Explain(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"function f, ", "2 cases", "n <= 100 && result == 91"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, &b)
		}
	}
}

// TestProgram: the summarised program has no marks and no cuts of them left.
func TestProgram(t *testing.T) {
	x := lower(t, head+cases[6].source)
	res := x.compute(t, false)
	p := res.Program()
	if err := program.SanityProgram(p); err != nil {
		t.Fatal(err)
	}
	if len(p.Cuts()) > 0 {
		t.Errorf("%d cuts", len(p.Cuts()))
	}
	noted := false
	for _, e := range p.Edges {
		for i := range e.Ops {
			if fn, _ := x.closure.MarkOf(&e.Ops[i]); fn != nil {
				t.Errorf("a mark of %s is left", fn.Func.Name)
			}
			noted = noted || e.Ops[i].Note == Note+"count"
		}
	}
	if !noted {
		t.Error("no edge says that it steps over a call")
	}
}
