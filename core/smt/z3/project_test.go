package z3

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"cupel/core/logic"
	"cupel/core/rational"
	"cupel/core/smt"
	"cupel/core/work"
	"cupel/tests/effort"
)

// linear draws conjunctions and disjunctions of linear constraints.
type linear struct {
	t    *rapid.T
	f    *logic.Factory
	vars []*logic.Term
}

func (g *linear) pick(lo, hi int) int { return rapid.IntRange(lo, hi).Draw(g.t, "n") }

func (g *linear) sum() *logic.Term {
	s := g.vars[0].Sort()
	num := func(n int) *logic.Term { return g.f.Num(s, rational.FromInt(int64(n))) }
	ts := []*logic.Term{num(g.pick(-5, 5))}
	for _, v := range g.vars {
		ts = append(ts, g.f.Mul(num(g.pick(-3, 3)), v))
	}
	return g.f.Add(ts...)
}

func (g *linear) formula(d int) *logic.Term {
	f := g.f
	zero := f.Num(g.vars[0].Sort(), rational.Zero)
	if d == 0 {
		switch g.pick(0, 4) {
		case 0:
			return f.Eq(g.sum(), zero)
		case 1:
			return f.Ne(g.sum(), zero)
		case 2:
			return f.Lt(g.sum(), zero)
		default:
			return f.Le(g.sum(), zero)
		}
	}
	switch g.pick(0, 5) {
	case 0:
		return f.Or(g.formula(d-1), g.formula(d-1))
	case 1:
		return f.Not(g.formula(d - 1))
	case 2:
		return f.Ite(g.formula(0), g.formula(d-1), g.formula(d-1))
	default:
		return f.And(g.formula(d-1), g.formula(d-1))
	}
}

type tester interface {
	Fatal(...any)
	Skip(...any)
}

// checkLimit is the work of a check of a random formula: libz3 does not terminate on
// every formula over the integers.
const checkLimit = 5_000_000

func satisfiable(t tester, s *Solver, phi *logic.Term) bool {
	ctx, cancel := work.Within(context.Background(), checkLimit)
	defer cancel()
	switch r, err := s.Check(ctx, phi); {
	case err != nil:
		t.Fatal(err)
	case r == smt.Unknown:
		t.Skip(s.ReasonUnknown())
	default:
		return r == smt.Sat
	}
	return false
}

// atPoints compares exists. phi with r at points of the free symbols.
func atPoints(t *rapid.T, f *logic.Factory, free []*logic.Term, phi, r *logic.Term, equal bool) {
	s, err := New(f, smt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for a := -4; a <= 4; a += 2 {
		for b := -2; b <= 1; b++ {
			m := map[*logic.Term]*logic.Term{}
			for i, v := range free {
				m[v] = f.Num(v.Sort(), rational.FromInt(int64([]int{a, b}[i])))
			}
			at := f.Subst(r, m)
			if !at.IsConst() {
				at = f.BoolConst(satisfiable(t, s, at)) // some syntactic eliminations are partial
			}
			if want := satisfiable(t, s, f.Subst(phi, m)); at.IsTrue() && !want || equal && want != at.IsTrue() {
				t.Fatalf("at %v: %v, want %v\nphi %v\nresult %v", m, at, want, phi, r)
			}
		}
	}
}

func setup(t *rapid.T) (*linear, []*logic.Term, []*logic.Term, *logic.Term) {
	f := logic.NewFactory()
	s := rapid.SampledFrom([]*logic.Sort{logic.Int, logic.Int, logic.Real}).Draw(t, "sort")
	x, y, u, v := f.Var("x", s), f.Var("y!2", s), f.Var("u", s), f.Var("v", s)
	g := &linear{t: t, f: f, vars: []*logic.Term{x, y, u, v}}
	return g, []*logic.Term{x, y}, []*logic.Term{u, v}, g.formula(2)
}

// TestEliminateSyntactic checks the rules that need no solver.
func TestEliminateSyntactic(t *testing.T) {
	effort.Checks(t, 20, 100, 1000)
	done := 0
	rapid.Check(t, func(t *rapid.T) {
		g, bound, free, phi := setup(t)
		r, left := EliminateSyntactic(g.f, bound, phi)
		if len(left) == 0 {
			done++
		}
		atPoints(t, g.f, free, phi, r, true)
	})
	if done == 0 {
		t.Error("no formula was eliminated completely")
	}
}

// TestEliminate: an exact result is equivalent to the quantified formula, any other is implied by it, and none contains an eliminated symbol.
func TestEliminate(t *testing.T) {
	effort.Checks(t, 20, 100, 1000)
	exact := 0
	rapid.Check(t, func(t *rapid.T) {
		g, bound, free, phi := setup(t)
		models := rapid.SampledFrom([]int{0, 1, 30}).Draw(t, "models")
		r, ok := Eliminate(t.Context(), g.f, bound, phi, models, smt.Options{})
		if ok {
			exact++
		}
		for _, v := range logic.FreeVars(r) {
			if slices.Contains(bound, v) {
				t.Fatalf("%v is left in %v", v, r)
			}
		}
		if ok {
			atPoints(t, g.f, free, phi, r, true)
			return
		}
		s, err := New(g.f, smt.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		if satisfiable(t, s, g.f.And(phi, g.f.Not(r))) {
			t.Fatalf("%v does not imply %v", phi, r)
		}
	})
	if exact == 0 {
		t.Error("nothing was eliminated")
	}
}

// TestProject: the projection holds in the model, has no projected symbol and
// implies the quantified formula.
func TestProject(t *testing.T) {
	effort.Checks(t, 20, 100, 1000)
	rapid.Check(t, func(t *rapid.T) {
		g, bound, free, phi := setup(t)
		s, err := New(g.f, smt.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		if !satisfiable(t, s, phi) {
			t.Skip("no model")
		}
		m, err := s.Model()
		if err != nil {
			t.Fatal(err)
		}
		p, err := s.Project(t.Context(), bound, phi, m)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range logic.FreeVars(p) {
			if slices.Contains(bound, v) {
				t.Fatalf("%v is left in %v", v, p)
			}
		}
		if v := m.Value(p); v == nil || !v.IsTrue() {
			t.Fatalf("%v does not hold in the model", p)
		}
		atPoints(t, g.f, free, phi, p, false)
	})
}
