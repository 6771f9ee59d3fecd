package hull_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"cupel/analysis/absint/polyhedra"
	"cupel/analysis/absint/polyhedra/hull"
	"cupel/core/logic"
	"cupel/core/rational"
	"cupel/core/smt"
	"cupel/core/smt/z3"

	"pgregory.net/rapid"
)

var ctx = context.Background()

// drawFormula makes a quantifier-free formula over the symbols vs, all of sort
// s, and Booleans. Over Int it has conditionals, quotients, remainders and
// products.
func drawFormula(t *rapid.T, f *logic.Factory, s *logic.Sort, vs, bools []*logic.Term, depth int) *logic.Term {
	num := func(lo, hi int64) *logic.Term {
		return f.Num(s, rational.FromInt(rapid.Int64Range(lo, hi).Draw(t, "num")))
	}
	var term func(depth int) *logic.Term
	term = func(depth int) *logic.Term {
		k := rapid.IntRange(0, 7).Draw(t, "term")
		v := rapid.SampledFrom(vs).Draw(t, "var")
		switch {
		case depth == 0 || k < 3:
			return v
		case k < 5 || s.IsReal():
			return f.Add(f.Mul(num(-2, 2), term(depth-1)), term(depth-1), num(-3, 3))
		case k == 5:
			return f.Ite(rapid.SampledFrom(bools).Draw(t, "bool"), term(depth-1), term(depth-1))
		case k == 6:
			return f.Mod(term(depth-1), f.Num(s, rational.FromInt(rapid.SampledFrom([]int64{-3, 2, 3}).Draw(t, "mod"))))
		case rapid.Bool().Draw(t, "product"):
			return f.Mul(v, term(depth-1))
		default:
			return f.Div(term(depth-1), f.Num(s, rational.FromInt(rapid.SampledFrom([]int64{-2, 2, 3}).Draw(t, "div"))))
		}
	}
	var formula func(depth int) *logic.Term
	formula = func(depth int) *logic.Term {
		k := rapid.IntRange(0, 9).Draw(t, "formula")
		switch {
		case depth == 0 || k < 4:
			a, b := term(2), f.Add(term(1), num(-4, 4))
			switch rapid.IntRange(0, 3).Draw(t, "relation") {
			case 0:
				return f.Eq(a, b)
			case 1:
				return f.Lt(a, b)
			default:
				return f.Le(a, b)
			}
		case k == 4:
			return rapid.SampledFrom(bools).Draw(t, "bool")
		case k == 5:
			return f.Not(formula(depth - 1))
		case k == 6:
			return f.Ite(formula(depth-1), formula(depth-1), formula(depth-1))
		case k == 7:
			return f.Eq(formula(depth-1), formula(depth-1))
		case k == 8:
			return f.Or(formula(depth-1), formula(depth-1), formula(depth-1))
		default:
			return f.And(formula(depth-1), formula(depth-1))
		}
	}
	return f.And(formula(depth), formula(depth-1))
}

func drawDims(t *rapid.T, f *logic.Factory, s *logic.Sort, vs []*logic.Term) []*logic.Term {
	var dims []*logic.Term
	for range rapid.IntRange(1, 3).Draw(t, "dims") {
		a := f.Mul(f.Num(s, rational.FromInt(rapid.Int64Range(-2, 2).Draw(t, "factor"))), rapid.SampledFrom(vs).Draw(t, "x"))
		dims = append(dims, f.Add(a, rapid.SampledFrom(vs).Draw(t, "y"), f.Num(s, rational.FromInt(rapid.Int64Range(-2, 2).Draw(t, "offset")))))
	}
	return dims
}

// TestIntegers enumerates all models of random formulas in a small box: the
// hull, with limits or without, contains each; the affine hull is exact.
func TestIntegers(t *testing.T) {
	exact, total := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		const size = 4
		f := logic.NewFactory()
		vs := []*logic.Term{f.Var("x", logic.Int), f.Var("y", logic.Int), f.Var("z", logic.Int)}
		bools := []*logic.Term{f.Var("p", logic.Bool), f.Var("q", logic.Bool)}
		phi := drawFormula(t, f, logic.Int, vs, bools, 3)
		for _, v := range vs {
			phi = f.And(phi, f.Le(f.IntConst(0), v), f.Lt(v, f.IntConst(size)))
		}
		dims := drawDims(t, f, logic.Int, vs)
		o := hull.Options{Solver: smt.Options{TimeoutMS: 2000}}
		if rapid.IntRange(0, 2).Draw(t, "limited") == 0 {
			o.MaxModels = rapid.IntRange(1, 3).Draw(t, "models")
			o.CubeRows = rapid.SampledFrom([]int{0, 1}).Draw(t, "rows")
			o.Rows = rapid.SampledFrom([]int{0, 3}).Draw(t, "polyhedron")
		}
		a, err := hull.New(z3.Open, f, phi, o)
		if err != nil {
			t.Fatal(err)
		}
		defer a.Close()
		r, err := a.Hull(ctx, dims)
		if err != nil {
			t.Fatal(err)
		}
		if total++; r.Exact {
			exact++
		}
		h, err := a.AffineHull(ctx, dims)
		if err != nil {
			t.Fatal(err)
		}
		var points []polyhedra.Generator
		for i := range size * size * size * 4 {
			values := map[*logic.Term]*logic.Term{
				vs[0]: f.IntConst(int64(i % size)), vs[1]: f.IntConst(int64(i / size % size)), vs[2]: f.IntConst(int64(i / size / size % size)),
				bools[0]: f.BoolConst(i/size/size/size%2 == 1), bools[1]: f.BoolConst(i/size/size/size/2 == 1),
			}
			if f.Subst(phi, values).IsFalse() {
				continue
			}
			x := make([]rational.Q, len(dims))
			for j, d := range dims {
				x[j] = f.Subst(d, values).Rational()
			}
			if !r.ContainsPoint(x) {
				t.Fatalf("hull %s lacks %v, a model of %s", r, x, phi)
			}
			points = append(points, polyhedra.Generator{Kind: polyhedra.Point, Coords: x})
		}
		least, err := polyhedra.Empty(len(dims)).AddGenerators(ctx, points, polyhedra.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if o.Rows == 0 && !h.Equal(least.AffineHull()) {
			t.Fatalf("affine hull %s, that of the models %s", h, least.AffineHull())
		}
		if !h.Contains(least) {
			t.Fatalf("affine hull %s lacks models", h)
		}
		if r.Exact && least.IsEmpty() != r.IsEmpty() {
			t.Fatalf("hull %s, hull of the models %s", r, least)
		}
	})
	t.Logf("%d of %d without hitting a limit", exact, total)
}

// TestReals checks hulls of random formulas over reals with the solver: each
// constraint is valid, and each facet is tight, up to strictness.
func TestReals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := logic.NewFactory()
		vs := []*logic.Term{f.Var("x", logic.Real), f.Var("y", logic.Real), f.Var("z", logic.Real)}
		bools := []*logic.Term{f.Var("p", logic.Bool), f.Var("q", logic.Bool)}
		phi := drawFormula(t, f, logic.Real, vs, bools, 3)
		if rapid.Bool().Draw(t, "bounded") {
			for _, v := range vs {
				phi = f.And(phi, f.Le(f.Num(logic.Real, rational.FromInt(-2)), v), f.Lt(v, f.Num(logic.Real, rational.FromInt(3))))
			}
		}
		dims := drawDims(t, f, logic.Real, vs)
		o := hull.Options{CubeRows: rapid.SampledFrom([]int{0, 0, 1}).Draw(t, "rows")}
		a, err := hull.New(z3.Open, f, phi, o)
		if err != nil {
			t.Fatal(err)
		}
		defer a.Close()
		r, err := a.Hull(ctx, dims)
		if err != nil {
			t.Fatal(err)
		}
		if !r.Exact {
			t.Fatalf("a limit was hit after %d models", r.Models)
		}
		s, err := z3.New(f, smt.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		sat := func(ts ...*logic.Term) bool {
			ok, err := smt.Satisfiable(ctx, s, append(ts, phi)...)
			if err != nil {
				t.Fatal(err)
			}
			return ok
		}
		if r.IsEmpty() {
			if sat() {
				t.Fatalf("empty hull of %s", phi)
			}
			return
		}
		for _, c := range r.Constraints() {
			if sat(f.Not(hull.Formula(f, c, dims))) {
				t.Fatalf("%v is not valid for %s", c, phi)
			}
			if c.Equation {
				continue
			}
			// Models come arbitrarily close: a.d < bound + 1/1000.
			near := c
			near.Bound = c.Bound.Add(rational.New(1, 1000))
			if !sat(f.Not(hull.Formula(f, near, dims))) {
				t.Fatalf("%v is not tight for %s", c, phi)
			}
		}
		// Generators are limits of values: no constraint that is valid for phi
		// cuts a vertex off. The affine hull checks the equations.
		h, err := a.AffineHull(ctx, dims)
		if err != nil {
			t.Fatal(err)
		}
		if !h.Equal(r.AffineHull()) {
			t.Fatalf("affine hull %s, that of the hull %s", h, r.AffineHull())
		}
	})
}

// TestValid filters candidates.
func TestValid(t *testing.T) {
	f := logic.NewFactory()
	x, y := f.Var("x", logic.Int), f.Var("y", logic.Int)
	phi := f.And(f.Le(f.IntConst(1), x), f.Le(x, y), f.Le(y, f.IntConst(5)))
	candidate := func(bound, a, b int64) polyhedra.Constraint {
		return polyhedra.Constraint{Coeffs: []rational.Q{rational.FromInt(a), rational.FromInt(b)}, Bound: rational.FromInt(bound)}
	}
	a, err := hull.New(z3.Open, f, phi, hull.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	got, err := a.Valid(ctx, []*logic.Term{x, y},
		[]polyhedra.Constraint{candidate(2, 1, 0), candidate(1, 1, 0), candidate(0, 1, -1), candidate(0, -1, 1), candidate(-4, -1, 0), candidate(-5, -1, 0)})
	if err != nil {
		t.Fatal(err)
	}
	if want := "[x0 >= 1 -x0 + x1 >= 0 -x0 >= -5]"; fmt.Sprint(got) != want {
		t.Errorf("valid: %v, want %s", got, want)
	}
}

// TestLimits: with too few models, or a polyhedron too large, the result is larger but keeps what the solver proves.
func TestLimits(t *testing.T) {
	f := logic.NewFactory()
	var dims, parts []*logic.Term
	for i := range 8 {
		v := f.Var(fmt.Sprintf("v%d", i), logic.Int)
		dims = append(dims, v)
		parts = append(parts, f.Le(f.IntConst(0), v), f.Or(f.Eq(v, f.IntConst(0)), f.Eq(v, f.IntConst(int64(i+1)))))
	}
	parts = append(parts, f.Eq(f.Add(dims[0], dims[1]), f.Mul(f.IntConst(2), dims[2])))
	phi := f.And(parts...)
	for _, o := range []hull.Options{{MaxModels: 5}, {Rows: 30}} {
		a, err := hull.New(z3.Open, f, phi, o)
		if err != nil {
			t.Fatal(err)
		}
		r, err := a.Hull(ctx, dims)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%+v: %s", o, r)
		if r.Exact || r.IsUniverse() || r.IsEmpty() {
			t.Errorf("%+v: %s, exact %t", o, r, r.Exact)
		}
		if valid, err := a.Valid(ctx, dims, r.Constraints()); err != nil || len(valid) != len(r.Constraints()) {
			t.Errorf("%v of %v are valid, %v", valid, r.Constraints(), err)
		}
		if err := a.Close(); err != nil {
			t.Fatal(err)
		}
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	if p, err := hull.Hull(ended, z3.Open, f, phi, dims, hull.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end of the context: %v, %v", p, err)
	}
}

// TestBounds bounds directions of a formula over mixed sorts. That x is an integer
// does not count in -x - u, whose least value is -13/2.
func TestBounds(t *testing.T) {
	f := logic.NewFactory()
	x, u := f.Var("x", logic.Int), f.Var("u", logic.Real)
	half := rational.New(1, 2)
	phi := f.And(f.Le(f.IntConst(1), x), f.Le(f.ToReal(x), u), f.Or(f.Le(u, f.Num(logic.Real, half)), f.Le(u, f.Num(logic.Real, rational.New(7, 2)))))
	a, err := hull.New(z3.Open, f, phi, hull.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	dirs := append(polyhedra.Octagon(2), []rational.Q{half, rational.FromInt(3)})
	got, err := a.Bounds(ctx, []*logic.Term{x, u}, dirs)
	if err != nil {
		t.Fatal(err)
	}
	want := "[x0 >= 1 -x0 >= -3 x1 >= 1 -x1 >= -7/2 x0 + x1 >= 2 -x0 + x1 >= 0 x0 - x1 >= -5/2 -x0 - x1 >= -7 1/2*x0 + 3*x1 >= 7/2]"
	if fmt.Sprint(got) != want {
		t.Errorf("bounds %v, want %s", got, want)
	}
}

// TestUndecided: where the solver is undecided, the result keeps what was proven.
func TestUndecided(t *testing.T) {
	f := logic.NewFactory()
	x, y, z, w := f.Var("x", logic.Int), f.Var("y", logic.Int), f.Var("z", logic.Int), f.Var("w", logic.Int)
	cube := func(v *logic.Term) *logic.Term { return f.Mul(v, v, v) }
	phi := f.And(f.Eq(f.Add(cube(x), cube(y), cube(z)), f.IntConst(114)), f.Le(f.IntConst(3), w), f.Le(w, f.IntConst(5)))
	for _, c := range []struct {
		dims         []*logic.Term
		hull, affine string
	}{
		{[]*logic.Term{x, w}, "-x1 >= -5 && x1 >= 3", "true"},
		{[]*logic.Term{w, f.Add(w, f.IntConst(1))}, "x0 - x1 = -1 && -x1 >= -6 && x1 >= 4", "x0 - x1 = -1"},
		{[]*logic.Term{f.Add(cube(x), cube(y), cube(z), w)}, "-x0 >= -119 && x0 >= 117", "true"},
	} {
		a, err := hull.New(z3.Open, f, phi, hull.Options{Solver: smt.Options{TimeoutMS: 100}})
		if err != nil {
			t.Fatal(err)
		}
		r, err := a.Hull(ctx, c.dims)
		if err != nil {
			t.Fatal(err)
		}
		h, err := a.AffineHull(ctx, c.dims)
		if err != nil {
			t.Fatal(err)
		}
		if r.String() != c.hull || r.Exact || h.String() != c.affine {
			t.Errorf("hull %s, exact %t, affine hull %s of an undecided formula", r, r.Exact, h)
		}
		if err := a.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
