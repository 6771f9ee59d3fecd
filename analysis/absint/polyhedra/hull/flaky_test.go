package hull_test

import (
	"context"
	"testing"

	"cupel/analysis/absint/polyhedra"
	"cupel/analysis/absint/polyhedra/hull"
	"cupel/core/logic"
	"cupel/core/rational"
	"cupel/core/smt"
	"cupel/core/smt/z3"

	"pgregory.net/rapid"
)

// flaky is a solver that gives up on some checks.
type flaky struct {
	smt.Solver
	gaveUp func() bool
	mute   bool // values of numbers are not told
}

func (s *flaky) Check(ctx context.Context, assumptions ...*logic.Term) (smt.Result, error) {
	if s.gaveUp() {
		return smt.Unknown, nil
	}
	return s.Solver.Check(ctx, assumptions...)
}

func (s *flaky) Model() (smt.Model, error) {
	m, err := s.Solver.Model()
	if s.mute && err == nil {
		m = mute{m}
	}
	return m, err
}

// mute is a model that has no value for integers named y.
type mute struct{ smt.Model }

func (m mute) Value(t *logic.Term) *logic.Term {
	if t.IsVar() && t.Name() == "y" {
		return nil
	}
	return m.Model.Value(t)
}

// TestGivingUp: the hull contains all models, also when checks are undecided or models are partial.
func TestGivingUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const size = 3
		f := logic.NewFactory()
		vs := []*logic.Term{f.Var("x", logic.Int), f.Var("y", logic.Int), f.Var("z", logic.Int)}
		bools := []*logic.Term{f.Var("p", logic.Bool), f.Var("q", logic.Bool)}
		phi := drawFormula(t, f, logic.Int, vs, bools, 3)
		for _, v := range vs {
			phi = f.And(phi, f.Le(f.IntConst(0), v), f.Lt(v, f.IntConst(size)))
		}
		dims := drawDims(t, f, logic.Int, vs)
		one := rapid.IntRange(1, 6).Draw(t, "one check of")
		hidden := rapid.Bool().Draw(t, "hidden")
		open := func(f *logic.Factory, o smt.Options) (smt.Solver, error) {
			s, err := z3.Open(f, o)
			return &flaky{s, func() bool { return rapid.IntRange(1, one).Draw(t, "gives up") == 1 }, hidden}, err
		}
		r, err := hull.Hull(ctx, open, f, phi, dims, hull.Options{})
		if err != nil {
			t.Fatal(err)
		}
		a, err := hull.New(open, f, phi, hull.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer a.Close()
		h, err := a.AffineHull(ctx, dims)
		if err != nil {
			t.Fatal(err)
		}
		candidates := append(r.Constraints(), h.Constraints()...)
		for _, d := range polyhedra.Octagon(len(dims)) {
			candidates = append(candidates, polyhedra.Constraint{Coeffs: d, Bound: rational.FromInt(rapid.Int64Range(-6, 3).Draw(t, "bound"))})
		}
		valid, err := a.Valid(ctx, dims, candidates)
		if err != nil {
			t.Fatal(err)
		}
		for i := range size * size * size * 4 {
			values := map[*logic.Term]*logic.Term{
				vs[0]: f.IntConst(int64(i % size)), vs[1]: f.IntConst(int64(i / size % size)), vs[2]: f.IntConst(int64(i / size / size % size)),
				bools[0]: f.BoolConst(i/size/size/size%2 == 1), bools[1]: f.BoolConst(i/size/size/size/2 == 1),
			}
			if !f.Subst(phi, values).IsTrue() {
				continue
			}
			x := make([]rational.Q, len(dims))
			for j, d := range dims {
				x[j] = f.Subst(d, values).Rational()
			}
			if !r.ContainsPoint(x) || !h.ContainsPoint(x) {
				t.Fatalf("hull %s or affine hull %s lacks %v, a model of %s", r, h, x, phi)
			}
			for _, c := range valid {
				if !c.Holds(x) {
					t.Fatalf("%v does not hold for %v, a model of %s", c, x, phi)
				}
			}
		}
	})
}
