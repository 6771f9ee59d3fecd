package polyhedra_test

import (
	"context"
	"testing"

	"cupel/analysis/absint/polyhedra"
	"cupel/core/interpolation/farkas"
	"cupel/core/rational"

	"pgregory.net/rapid"
)

var ctx = context.Background()

// q makes a vector of integers.
func q(xs ...int64) []rational.Q {
	out := make([]rational.Q, len(xs))
	for i, x := range xs {
		out[i] = rational.FromInt(x)
	}
	return out
}

func ge(bound int64, coeffs ...int64) polyhedra.Constraint {
	return polyhedra.Constraint{Coeffs: q(coeffs...), Bound: rational.FromInt(bound)}
}

func eq(bound int64, coeffs ...int64) polyhedra.Constraint {
	c := ge(bound, coeffs...)
	c.Equation = true
	return c
}

// drawConstraints makes small constraints over dim dimensions.
func drawConstraints(t *rapid.T, dim, most int, label string) []polyhedra.Constraint {
	n := rapid.IntRange(0, most).Draw(t, label)
	var cs []polyhedra.Constraint
	for range n {
		a := make([]rational.Q, dim)
		for i := range a {
			a[i] = rational.FromInt(rapid.Int64Range(-3, 3).Draw(t, "a"))
		}
		cs = append(cs, polyhedra.Constraint{
			Coeffs:   a,
			Bound:    rational.New(rapid.Int64Range(-6, 4).Draw(t, "c"), rapid.Int64Range(1, 2).Draw(t, "d")),
			Equation: rapid.IntRange(0, 7).Draw(t, "eq") == 0,
		})
	}
	return cs
}

// drawGenerators makes small generators, one of them a point.
func drawGenerators(t *rapid.T, dim, most int) []polyhedra.Generator {
	n := rapid.IntRange(1, most).Draw(t, "generators")
	var gs []polyhedra.Generator
	for i := range n {
		x := make([]rational.Q, dim)
		for j := range x {
			x[j] = rational.FromInt(rapid.Int64Range(-3, 3).Draw(t, "x"))
		}
		kind := polyhedra.Kind(max(0, rapid.IntRange(-3, 2).Draw(t, "kind")))
		if i == 0 {
			kind = polyhedra.Point
		}
		gs = append(gs, polyhedra.Generator{Kind: kind, Coords: x})
	}
	return gs
}

func drawPoint(t *rapid.T, dim int) []rational.Q {
	x := make([]rational.Q, dim)
	for i := range x {
		x[i] = rational.New(rapid.Int64Range(-8, 8).Draw(t, "p"), rapid.Int64Range(1, 2).Draw(t, "q"))
	}
	return x
}

func make1(t testing.TB, dim int, cs []polyhedra.Constraint) *polyhedra.Polyhedron {
	p, err := polyhedra.FromConstraints(ctx, dim, cs, polyhedra.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// must makes p or fails; rapid.T and testing.T have no common interface that
// testing.TB covers.
func must(t interface{ Fatal(...any) }) func(p *polyhedra.Polyhedron, err error) *polyhedra.Polyhedron {
	return func(p *polyhedra.Polyhedron, err error) *polyhedra.Polyhedron {
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
}

// feasible decides constraints over dim dimensions by the simplex algorithm.
func feasible(t interface{ Fatal(...any) }, dim int, cs []polyhedra.Constraint) bool {
	s := farkas.New()
	for range dim {
		s.NewVar()
	}
	for _, c := range cs {
		var form []farkas.Entry
		for i, a := range c.Coeffs {
			if !a.IsZero() {
				form = append(form, farkas.Entry{Var: i, Coeff: a.Neg()})
			}
		}
		rel := farkas.LE
		if c.Equation {
			rel = farkas.EQ
		}
		if len(form) == 0 {
			if c.Bound.Sign() > 0 || c.Equation && !c.Bound.IsZero() {
				return false
			}
			continue
		}
		s.Assert(farkas.Constraint{Form: form, Rel: rel, Bound: c.Bound.Neg()})
	}
	cert, err := s.Check(ctx)
	if err != nil {
		t.Fatal(err)
	}
	return cert == nil
}

// implied decides whether cs implies c: cs with c's strict negation is
// infeasible.
func implied(t interface{ Fatal(...any) }, dim int, cs []polyhedra.Constraint, c polyhedra.Constraint) bool {
	if c.Equation {
		c.Equation = false
		if !implied(t, dim, cs, c) {
			return false
		}
		c = negated(c)
	}
	// a.x < bound over closed constraints: homogenise with t > 0, a.x - bound t
	// <= -1 says the same for some multiple, because cs is a polyhedron.
	var hs []polyhedra.Constraint
	lift := func(c polyhedra.Constraint) polyhedra.Constraint {
		return polyhedra.Constraint{Coeffs: append(append([]rational.Q(nil), c.Coeffs...), c.Bound.Neg()), Equation: c.Equation}
	}
	for _, k := range cs {
		hs = append(hs, lift(k))
	}
	n := lift(c)
	for i := range n.Coeffs {
		n.Coeffs[i] = n.Coeffs[i].Neg()
	}
	n.Bound = rational.One
	pos := polyhedra.Constraint{Coeffs: make([]rational.Q, dim+1), Bound: rational.Zero}
	pos.Coeffs[dim] = rational.One
	return !feasible(t, dim, cs) || !feasible(t, dim+1, append(hs, n, pos))
}

// negated returns -a.x >= -bound.
func negated(c polyhedra.Constraint) polyhedra.Constraint {
	a := make([]rational.Q, len(c.Coeffs))
	for i, x := range c.Coeffs {
		a[i] = x.Neg()
	}
	return polyhedra.Constraint{Coeffs: a, Bound: c.Bound.Neg(), Equation: c.Equation}
}

// equivalent decides whether two systems have the same solutions.
func equivalent(t interface{ Fatal(...any) }, dim int, cs, ds []polyhedra.Constraint) bool {
	if f := feasible(t, dim, cs); f != feasible(t, dim, ds) || !f {
		return f == feasible(t, dim, ds)
	}
	for _, c := range cs {
		if !implied(t, dim, ds, c) {
			return false
		}
	}
	for _, d := range ds {
		if !implied(t, dim, cs, d) {
			return false
		}
	}
	return true
}

// spanned decides by the simplex algorithm whether the generators span x.
func spanned(t interface{ Fatal(...any) }, gs []polyhedra.Generator, x []rational.Q) bool {
	n := len(gs)
	var cs []polyhedra.Constraint
	sum := polyhedra.Constraint{Coeffs: make([]rational.Q, n), Bound: rational.One, Equation: true}
	for i, g := range gs {
		if g.Kind == polyhedra.Point {
			sum.Coeffs[i] = rational.One
		}
		if g.Kind != polyhedra.Line {
			pos := polyhedra.Constraint{Coeffs: make([]rational.Q, n)}
			pos.Coeffs[i] = rational.One
			cs = append(cs, pos)
		}
	}
	cs = append(cs, sum)
	for d, v := range x {
		c := polyhedra.Constraint{Coeffs: make([]rational.Q, n), Bound: v, Equation: true}
		for i, g := range gs {
			c.Coeffs[i] = g.Coords[d]
		}
		cs = append(cs, c)
	}
	return feasible(t, n, cs)
}
