package z3

import (
	"context"
	"errors"
	"testing"
	"time"

	"pgregory.net/rapid"

	"cupel/logic"
	"cupel/rational"
	"cupel/smt"
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

// checkLimit bounds a check of a random formula: libz3 does not terminate on
// every formula over the integers.
const checkLimit = 5 * time.Second

// sat decides a formula with a solver, the oracle for elimination at a point.
func sat(t tester, f *logic.Factory, phi *logic.Term) bool {
	s, err := New(f, smt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	return satisfiable(t, s, phi)
}

func satisfiable(t tester, s *Solver, phi *logic.Term) bool {
	ctx, cancel := context.WithTimeout(context.Background(), checkLimit)
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

// TestEliminateLinear compares elimination with the solver at points.
func TestEliminateLinear(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, bound, free, phi := setup(t)
		r, err := EliminateWithin(context.Background(), g.f, bound, phi, 5*time.Second)
		if errors.Is(err, ErrElimination) {
			t.Skip("beyond the limits")
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := quantifierFree(r, bound); err != nil {
			t.Fatal(err)
		}
		atPoints(t, g.f, free, phi, r, true)
	})
}

// TestEliminateSyntactic checks the rules that need no solver.
func TestEliminateSyntactic(t *testing.T) {
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

// TestEliminateByModels checks the fallback on its own.
func TestEliminateByModels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, bound, free, phi := setup(t)
		ctx, cancel := context.WithTimeout(context.Background(), checkLimit)
		defer cancel()
		r, err := eliminateByModels(ctx, g.f, bound, phi)
		if err != nil {
			t.Skip(err)
		}
		atPoints(t, g.f, free, phi, r, true)
	})
}

// TestProject: the projection holds in the model, has no projected symbol and
// implies the quantified formula.
func TestProject(t *testing.T) {
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
		p, err := Project(t.Context(), g.f, bound, phi, m)
		if err != nil {
			t.Fatal(err)
		}
		if rapid.Bool().Draw(t, "own context") {
			if p, err = s.Project(t.Context(), bound, phi, m); err != nil {
				t.Fatal(err)
			}
		}
		if err := quantifierFree(p, bound); err != nil {
			t.Fatal(err, p)
		}
		if v := m.Value(p); v == nil || !v.IsTrue() {
			t.Fatalf("%v does not hold in the model", p)
		}
		atPoints(t, g.f, free, phi, p, false)
	})
}

// TestEliminateSorts covers what the linear generator does not.
func TestEliminateSorts(t *testing.T) {
	f := logic.NewFactory()
	bv := logic.BVSort(4)
	ints := logic.ArraySort(logic.Int, logic.Int)
	a, b := f.Var("a", bv), f.Var("b", bv)
	arr, old := f.Var("arr", ints), f.Var("old", ints)
	i, n := f.Var("i", logic.Int), f.Var("n", logic.Int)
	p := f.Var("p", logic.Bool)
	k := f.IntConst
	for _, c := range []struct {
		name      string
		vars      []*logic.Term
		phi, want *logic.Term
	}{
		{"bool", []*logic.Term{p}, f.And(f.Or(p, f.Le(i, n)), f.Or(f.Not(p), f.Le(n, i))), f.True()},
		{"bool definition", []*logic.Term{p}, f.And(p, f.Or(f.Not(p), f.Le(n, i))), f.Le(n, i)},
		{"bv between", []*logic.Term{a}, f.And(f.ULt(a, b), f.ULt(f.BV(3, 4), a)), f.ULt(f.BV(4, 4), b)},
		{"bv odd", []*logic.Term{a}, f.Eq(b, f.BVOp(logic.OpBVMul, a, f.BV(2, 4))), f.Eq(f.Extract(0, 0, b), f.BV(0, 1))},
		{"divisible", []*logic.Term{i}, f.Eq(f.Mul(k(3), i), n), f.Eq(f.Mod(n, k(3)), k(0))},
		{"array defined", []*logic.Term{arr}, f.And(f.Eq(arr, f.Store(old, i, n)), f.Le(k(0), f.Select(arr, i))), f.Le(k(0), n)},
		{"index", []*logic.Term{i}, f.And(f.Eq(i, f.Add(n, k(1))), f.Eq(f.Select(arr, i), k(0))), f.Eq(f.Select(arr, f.Add(n, k(1))), k(0))},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := EliminateWithin(context.Background(), f, c.vars, c.phi, 10*time.Second)
			if err != nil {
				t.Fatal(err)
			}
			if sat(t, f, f.Xor(r, c.want)) {
				t.Errorf("%v, want %v", r, c.want)
			}
		})
	}
}

// TestEliminateStops: what cannot be eliminated is an error in time, and the end
// of the context is reported as such.
func TestEliminateStops(t *testing.T) {
	f := logic.NewFactory()
	s := logic.ArraySort(logic.Int, logic.Int)
	arr, i, j := f.Var("arr", s), f.Var("i", logic.Int), f.Var("j", logic.Int)
	phi := f.And(f.Eq(f.Select(arr, i), f.IntConst(3)), f.Lt(i, j))
	start := time.Now()
	if r, err := EliminateWithin(context.Background(), f, []*logic.Term{i}, phi, time.Second); !errors.Is(err, ErrElimination) {
		t.Errorf("%v, %v", r, err)
	}
	if d := time.Since(start); d > 5*time.Second {
		t.Errorf("took %v", d)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Eliminate(ctx, f, []*logic.Term{i}, phi); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
