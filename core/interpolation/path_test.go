package interpolation_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"cupel/core/interpolation"
	"cupel/core/logic"
	"cupel/core/smt"
	"cupel/core/smt/z3"
	"cupel/tests/effort"

	"pgregory.net/rapid"
)

// gen draws random paths over three variables of one sort.
type gen struct {
	t    *rapid.T
	f    *logic.Factory
	sort *logic.Sort
	cur  [3]*logic.Term
}

func newGen(t *rapid.T, s *logic.Sort) *gen {
	g := &gen{t: t, f: logic.NewFactory(), sort: s}
	for i := range g.cur {
		g.cur[i] = g.f.Fresh(g.name(i), s)
	}
	return g
}

func (g *gen) name(i int) string { return string(rune('x' + i)) }

func (g *gen) num(n int64) *logic.Term {
	switch {
	case g.sort.IsBV():
		return g.f.BVInt(n, g.sort.Width())
	case g.sort == logic.Real:
		return g.f.ToReal(g.f.IntConst(n))
	}
	return g.f.IntConst(n)
}

func (g *gen) add(a, b *logic.Term) *logic.Term {
	if g.sort.IsBV() {
		return g.f.BVOp(logic.OpBVAdd, a, b)
	}
	return g.f.Add(a, b)
}

func (g *gen) mul(a, b *logic.Term) *logic.Term {
	if g.sort.IsBV() {
		return g.f.BVOp(logic.OpBVMul, a, b)
	}
	return g.f.Mul(a, b)
}

func (g *gen) expr() *logic.Term {
	e := g.num(rapid.Int64Range(-3, 3).Draw(g.t, "constant"))
	for _, v := range g.cur {
		if k := rapid.Int64Range(-2, 2).Draw(g.t, "coefficient"); k != 0 && rapid.Bool().Draw(g.t, "use") {
			e = g.add(e, g.mul(g.num(k), v))
		}
	}
	if g.sort == logic.Int && rapid.IntRange(0, 6).Draw(g.t, "mod") == 0 {
		m := g.f.IntConst(rapid.Int64Range(2, 3).Draw(g.t, "modulus"))
		if rapid.Bool().Draw(g.t, "div") {
			return g.f.Div(e, m)
		}
		return g.f.Mod(e, m)
	}
	return e
}

func (g *gen) cond(depth int) *logic.Term {
	f := g.f
	if depth > 0 {
		switch rapid.IntRange(0, 5).Draw(g.t, "connective") {
		case 0:
			return f.And(g.cond(depth-1), g.cond(depth-1))
		case 1:
			return f.Or(g.cond(depth-1), g.cond(depth-1))
		case 2:
			return f.Not(g.cond(depth - 1))
		}
	}
	a, b := g.expr(), g.expr()
	k := rapid.IntRange(0, 3).Draw(g.t, "relation")
	switch {
	case k == 0:
		return f.Eq(a, b)
	case k == 1:
		return f.Ne(a, b)
	case g.sort.IsBV() && k == 2:
		return f.SLt(a, b)
	case g.sort.IsBV():
		return f.ULe(a, b)
	case k == 2:
		return f.Lt(a, b)
	}
	return f.Le(a, b)
}

func (g *gen) steps() []interpolation.Step {
	steps := make([]interpolation.Step, rapid.IntRange(1, 6).Draw(g.t, "steps"))
	for i := range steps {
		for j, n := 0, rapid.IntRange(0, 3).Draw(g.t, "statements"); j < n; j++ {
			switch rapid.IntRange(0, 4).Draw(g.t, "statement") {
			case 0:
				steps[i].Assumes = append(steps[i].Assumes, g.cond(2))
				continue
			case 1:
				v := rapid.IntRange(0, 2).Draw(g.t, "havoc")
				g.cur[v] = g.f.Fresh(g.name(v), g.sort)
				continue
			}
			v := rapid.IntRange(0, 2).Draw(g.t, "variable")
			e := g.expr()
			if rapid.IntRange(0, 3).Draw(g.t, "conditional") == 0 {
				e = g.f.Ite(g.cond(0), e, g.expr())
			}
			s := g.f.Fresh(g.name(v), g.sort)
			steps[i].Defs = append(steps[i].Defs, interpolation.Def{Sym: s, Value: e})
			g.cur[v] = s
		}
	}
	last := &steps[len(steps)-1]
	last.Assumes = append(last.Assumes, g.cond(1), g.cond(1))
	return steps
}

func feasible(t rapid.TB, f *logic.Factory, steps []interpolation.Step) smt.Result {
	s, err := z3.Open(f, solver)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, st := range steps {
		for _, a := range st.Assumes {
			s.Assert(a)
		}
		for _, d := range st.Defs {
			s.Assert(f.Eq(d.Sym, d.Value))
		}
	}
	r, err := s.Check(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Every sequence of every method on random paths is checked; feasible paths are
// recognised. Methods may give up, but not too often.
func TestRandomPaths(t *testing.T) {
	sorts := []struct {
		name  string
		sort  *logic.Sort
		least float64 // share of the infeasible paths the portfolio must solve
	}{{"int", logic.Int, 0.9}, {"real", logic.Real, 0.95}, {"bv", logic.BVSort(8), 0.6}}
	for _, tt := range sorts {
		t.Run(tt.name, func(t *testing.T) {
			effort.Checks(t, 10, 60, 500)
			tried, solved := 0, 0
			rapid.Check(t, func(rt *rapid.T) {
				g := newGen(rt, tt.sort)
				steps := g.steps()
				want := feasible(rt, g.f, steps)
				for _, name := range []string{"newton-fwd", "newton-bwd", "farkas", "portfolio"} {
					o := options()
					o.Cores, o.Horn = 2, nil // libz3's Spacer does not survive random clauses
					m, err := interpolation.ByName(name, o)
					if err != nil {
						rt.Fatal(err)
					}
					itps, err := m.Sequence(context.Background(), g.f, steps)
					if name == "portfolio" && want == smt.Unsat {
						tried++
						if err == nil {
							solved++
						}
					}
					switch {
					case want == smt.Sat && !errors.Is(err, interpolation.ErrSat) && !errors.Is(err, interpolation.ErrUnknown):
						rt.Fatalf("%s on a feasible path: %v", name, err)
					case want == smt.Unsat && errors.Is(err, interpolation.ErrSat):
						rt.Fatalf("%s calls an infeasible path feasible", name)
					case err != nil:
						continue
					}
					// A check that does not end within the limit has no result.
					if err := interpolation.Check(context.Background(), z3.Open, solver, g.f, steps, itps); err != nil && !errors.Is(err, interpolation.ErrUnknown) {
						rt.Fatalf("%s: %v: %v", name, err, itps)
					}
				}
			})
			t.Logf("portfolio: %d of %d infeasible paths", solved, tried)
			if float64(solved) < tt.least*float64(tried)-2 { // two in a small sample are chance
				t.Errorf("the portfolio solves %d of %d infeasible paths", solved, tried)
			}
		})
	}
}

func intPath(f *logic.Factory) (x, y *logic.Term, steps []interpolation.Step) {
	x, y = f.Var("x", logic.Int), f.Var("y", logic.Int)
	return x, y, []interpolation.Step{
		{Assumes: []*logic.Term{f.Le(x, f.IntConst(0))}},
		{Defs: []interpolation.Def{{Sym: y, Value: f.Add(x, f.IntConst(1))}}},
		{Assumes: []*logic.Term{f.Le(f.IntConst(2), y)}},
	}
}

// TestCheckRejects: the validation of sequence interpolants finds a fault at every position, so that other tests can rely on it.
func TestCheckRejects(t *testing.T) {
	f := logic.NewFactory()
	x, y, steps := intPath(f)
	T, F := f.True(), f.False()
	le := func(a *logic.Term, n int64) *logic.Term { return f.Le(a, f.IntConst(n)) }
	tests := []struct {
		name string
		itps []*logic.Term
		at   int // position of the fault, -1: valid
	}{
		{"valid", []*logic.Term{T, le(x, 0), le(y, 1), F}, -1},
		{"too short", []*logic.Term{T, le(x, 0), F}, 3},
		{"start", []*logic.Term{le(x, 0), le(x, 0), le(y, 1), F}, 0},
		{"end", []*logic.Term{T, le(x, 0), le(y, 1), le(y, 1)}, 3},
		{"scope", []*logic.Term{T, le(x, 0), le(x, 0), F}, 2},
		{"too strong", []*logic.Term{T, le(x, -1), le(y, 1), F}, 1},
		{"too weak", []*logic.Term{T, le(x, 1), le(y, 2), F}, 3},
		{"gap", []*logic.Term{T, T, le(y, 1), F}, 2},
	}
	for _, tt := range tests {
		err := interpolation.Check(context.Background(), z3.Open, solver, f, steps, tt.itps)
		var bad *interpolation.InvalidError
		switch {
		case tt.at < 0 && err != nil:
			t.Errorf("%s: %v", tt.name, err)
		case tt.at >= 0 && !errors.As(err, &bad):
			t.Errorf("%s: %v, want an InvalidError", tt.name, err)
		case tt.at >= 0 && bad.Position != tt.at:
			t.Errorf("%s: %v, want position %d", tt.name, err, tt.at)
		}
	}
}

// TestEdgeCases: empty, feasible and trivially infeasible paths, with every method.
func TestEdgeCases(t *testing.T) {
	f := logic.NewFactory()
	x, _, steps := intPath(f)
	tests := []struct {
		name  string
		steps []interpolation.Step
		want  string // of fmt.Sprint, or the error
	}{
		{"no steps", nil, interpolation.ErrSat.Error()},
		{"feasible", steps[:2], interpolation.ErrSat.Error()},
		{"one step", []interpolation.Step{{Assumes: []*logic.Term{f.And(f.Le(x, f.IntConst(0)), f.Le(f.IntConst(1), x))}}}, "[true false]"},
		{"false", []interpolation.Step{{}, {Assumes: []*logic.Term{f.False()}}, {}}, "[true true false false]"},
		{"empty steps", []interpolation.Step{{}, {Assumes: []*logic.Term{f.Le(x, f.IntConst(0))}}, {}, {Assumes: []*logic.Term{f.Le(f.IntConst(1), x)}}}, "[true true x <= 0 x <= 0 false]"},
	}
	for _, tt := range tests {
		for _, m := range methods(t) {
			itps, err := m.Sequence(context.Background(), f, tt.steps)
			got := fmt.Sprint(itps)
			if err != nil {
				got = err.Error()
			}
			if got != tt.want {
				t.Errorf("%s, %s: %s, want %s", tt.name, m.Name(), got, tt.want)
			}
		}
	}
}

// TestCanceled: no method returns interpolants after its context is cancelled.
func TestCanceled(t *testing.T) {
	f := logic.NewFactory()
	_, _, steps := intPath(f)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, m := range methods(t) {
		if itps, err := m.Sequence(ctx, f, steps); err == nil {
			t.Errorf("%s after cancel: %v", m.Name(), itps)
		}
	}
}

// TestByName: the names of methods give these methods, and unknown ones are rejected.
func TestByName(t *testing.T) {
	for _, n := range interpolation.Names() {
		m, err := interpolation.ByName(n, options())
		if err == nil && m.Name() != n {
			t.Errorf("ByName(%q).Name() = %q", n, m.Name())
		}
	}
	if _, err := interpolation.ByName("nothing", options()); err == nil {
		t.Error("an unknown method is accepted")
	}
	if _, err := interpolation.ByName("newton", interpolation.Options{}); err == nil {
		t.Error("a method without solver is accepted")
	}
	o := options()
	o.Methods = []string{"portfolio"}
	if _, err := interpolation.NewPortfolio(o); err == nil {
		t.Error("a portfolio of itself is accepted")
	}
}

// TestPortfolioChoices: the interpolants that the portfolio chooses by each rule are valid.
func TestPortfolioChoices(t *testing.T) {
	f := logic.NewFactory()
	_, _, steps := intPath(f)
	for _, c := range []interpolation.Choice{interpolation.First, interpolation.Smallest} {
		o := options()
		o.Choice, o.Validate, o.Methods = c, true, []string{"newton-fwd", "farkas"}
		p, err := interpolation.NewPortfolio(o)
		if err != nil {
			t.Fatal(err)
		}
		itps, err := p.Sequence(context.Background(), f, steps)
		if err != nil {
			t.Fatal(err)
		}
		if err := interpolation.Check(context.Background(), z3.Open, solver, f, steps, itps); err != nil {
			t.Errorf("%s: %v", c, err)
		}
	}
}

// TestPredicates: the predicates extracted from an interpolant in each mode.
func TestPredicates(t *testing.T) {
	f := logic.NewFactory()
	x, b := f.Var("x", logic.Int), f.Var("b", logic.Bool)
	le, ge := f.Le(x, f.IntConst(3)), f.Le(f.IntConst(7), x)
	itp := f.And(b, f.Or(le, f.Not(f.Eq(b, ge))))
	for _, tt := range []struct {
		mode interpolation.Mode
		n    int
	}{{interpolation.ModeAtoms, 3}, {interpolation.ModeConjuncts, 2}, {interpolation.ModeWhole, 1}} {
		if ps := interpolation.Predicates(f, itp, tt.mode); len(ps) != tt.n {
			t.Errorf("%s: %v, want %d predicates", tt.mode, ps, tt.n)
		}
		if ps := interpolation.Predicates(f, f.True(), tt.mode); len(ps) != 0 {
			t.Errorf("%s of true: %v", tt.mode, ps)
		}
	}
}

// A Horn solver with a known answer: the interpolants derived from a solution by Spacer.
func TestSpacer(t *testing.T) {
	f := logic.NewFactory()
	_, _, steps := intPath(f)
	a := f.Var("a", logic.Int)
	bound := func(n int64) interpolation.HornSolution {
		return interpolation.HornSolution{Params: []*logic.Term{a}, Body: f.Le(a, f.IntConst(n))}
	}
	for _, tt := range []struct {
		name   string
		second int64
		ok     bool
	}{{"solution", 1, true}, {"no solution", 2, false}} {
		o := options()
		o.Horn = func(_ context.Context, _ *logic.Factory, clauses []*logic.Term) (map[string]interpolation.HornSolution, error) {
			if len(clauses) != len(steps) {
				t.Errorf("%d clauses for %d steps", len(clauses), len(steps))
			}
			return map[string]interpolation.HornSolution{"interpolant!1": bound(0), "interpolant!2": bound(tt.second)}, nil
		}
		m, err := interpolation.ByName("spacer", o)
		if err != nil {
			t.Fatal(err)
		}
		itps, err := m.Sequence(context.Background(), f, steps)
		if (err == nil) != tt.ok {
			t.Errorf("%s: %v, %v", tt.name, itps, err)
		}
	}
}
