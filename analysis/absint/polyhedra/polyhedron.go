package polyhedra

import (
	"context"
	"slices"

	"cupel/core/rational"
	"cupel/internal/sabotage"
)

// Constraint is the inequality Coeffs.x >= Bound, or the equation
// Coeffs.x = Bound. Constraints of a Polyhedron have coprime integers in Coeffs
// and Bound.
type Constraint struct {
	Coeffs   []rational.Q // one per dimension
	Bound    rational.Q
	Equation bool
}

// Kind is the kind of a generator.
type Kind uint8

// The kinds of generators. A polyhedron is the set of the convex combinations
// of its points plus non-negative multiples of its rays plus any multiples of
// its lines.
const (
	Point Kind = iota
	Ray
	Line
)

// String returns point, ray or line.
func (k Kind) String() string { return [...]string{"point", "ray", "line"}[k] }

// Generator is a point, or the direction of a ray or a line.
type Generator struct {
	Kind   Kind
	Coords []rational.Q // one per dimension
}

// Polyhedron is a closed convex polyhedron. It is immutable and may be shared between goroutines. Invariant: the constraints and the generators describe
// the same set, both minimal and canonical, so that equal sets have equal representations.
type Polyhedron struct {
	dim int
	// k is the cone of all (t, t x) with x in the polyhedron and t >= 0, closed;
	// {0} when the polyhedron is empty.
	k *cone
}

// Universe returns all of Q^dim.
func Universe(dim int) *Polyhedron {
	k := &cone{n: dim + 1, ineqs: []vec{unit(dim+1, 0)}, rays: []vec{unit(dim+1, 0)}}
	for i := range dim {
		k.lines = append(k.lines, unit(dim+1, i+1))
	}
	return &Polyhedron{dim, k}
}

// Empty returns the empty polyhedron.
func Empty(dim int) *Polyhedron { return &Polyhedron{dim, origin(dim + 1)} }

// FromConstraints returns the set of all x that satisfy the constraints.
func FromConstraints(ctx context.Context, dim int, cs []Constraint, lim Limits) (*Polyhedron, error) {
	return Universe(dim).AddConstraints(ctx, cs, lim)
}

// Dim returns the number of dimensions of the space around p.
func (p *Polyhedron) Dim() int { return p.dim }

// IsEmpty reports whether p has no point.
func (p *Polyhedron) IsEmpty() bool { return len(p.k.rays) == 0 && len(p.k.lines) == 0 }

// IsUniverse reports whether p is the whole space.
func (p *Polyhedron) IsUniverse() bool { return len(p.k.lines) == p.dim && !p.IsEmpty() }

// IsBounded reports whether p has neither rays nor lines.
func (p *Polyhedron) IsBounded() bool {
	return len(p.k.lines) == 0 && !slices.ContainsFunc(p.k.rays, func(v vec) bool { return v.sign(0) == 0 })
}

// Equal reports whether p and q are the same set.
func (p *Polyhedron) Equal(q *Polyhedron) bool {
	return p.dim == q.dim && equalRows(p.k.eqs, q.k.eqs) && equalRows(p.k.ineqs, q.k.ineqs)
}

// Contains reports whether q is a subset of p.
func (p *Polyhedron) Contains(q *Polyhedron) bool {
	if sabotage.Active(sabotage.PolyhedraContains) && !p.IsEmpty() {
		return true
	}
	for _, l := range q.k.lines {
		if !p.k.satisfies(l, true) {
			return false
		}
	}
	for _, r := range q.k.rays {
		if !p.k.satisfies(r, false) {
			return false
		}
	}
	return true
}

// ContainsPoint reports whether x is in p.
func (p *Polyhedron) ContainsPoint(x []rational.Q) bool {
	return p.k.satisfies(homogeneous(rational.One, x), false)
}

// Satisfies reports whether every point of p satisfies c.
func (p *Polyhedron) Satisfies(c Constraint) bool {
	v := c.row()
	for _, l := range p.k.lines {
		if !dot(v, l).IsZero() {
			return false
		}
	}
	for _, r := range p.k.rays {
		if s := dot(v, r).Sign(); s < 0 || c.Equation && s > 0 {
			return false
		}
	}
	return true
}

// Min returns the least value of a.x on p; false when there is none.
func (p *Polyhedron) Min(a []rational.Q) (rational.Q, bool) {
	if p.IsEmpty() {
		return rational.Zero, false
	}
	v := homogeneous(rational.Zero, a)
	for _, l := range p.k.lines {
		if !dot(v, l).IsZero() {
			return rational.Zero, false
		}
	}
	var best rational.Q
	found := false
	for _, r := range p.k.rays {
		s, d := dot(v, r), r.at(0)
		if d.IsZero() {
			if s.Sign() < 0 {
				return rational.Zero, false
			}
		} else if x := s.Div(d); !found || x.Cmp(best) < 0 {
			best, found = x, true
		}
	}
	return best.Mul(scale(a, v)), true
}

// scale returns f with a = f*v, where v is the integer form of a.
func scale(a []rational.Q, v vec) rational.Q {
	for i, x := range a {
		if !x.IsZero() {
			return x.Div(v.at(i + 1))
		}
	}
	return rational.One
}

// Max returns the greatest value of a.x on p; false when there is none.
func (p *Polyhedron) Max(a []rational.Q) (rational.Q, bool) {
	neg := make([]rational.Q, len(a))
	for i, x := range a {
		neg[i] = x.Neg()
	}
	m, ok := p.Min(neg)
	return m.Neg(), ok
}

// Constraints returns the minimal constraints of p, equations first: no
// constraint for the universe, the single equation 0 = 1 for the empty
// polyhedron.
func (p *Polyhedron) Constraints() []Constraint {
	if p.IsEmpty() {
		return []Constraint{{Coeffs: make([]rational.Q, p.dim), Bound: rational.One, Equation: true}}
	}
	cs := p.Equations()
	for _, v := range p.k.ineqs {
		if !positivity(v) {
			cs = append(cs, constraint(v, false))
		}
	}
	return cs
}

// Equations returns those of p's constraints that are equations.
func (p *Polyhedron) Equations() []Constraint {
	var cs []Constraint
	if p.IsEmpty() {
		return p.Constraints()
	}
	for _, v := range p.k.eqs {
		cs = append(cs, constraint(v, true))
	}
	return cs
}

// Generators returns the minimal generators of p: lines, rays, points.
func (p *Polyhedron) Generators() []Generator {
	var lines, rays, points []Generator
	for _, v := range p.k.lines {
		lines = append(lines, Generator{Line, coords(v, rational.One)})
	}
	for _, v := range p.k.rays {
		if d := v.at(0); d.IsZero() {
			rays = append(rays, Generator{Ray, coords(v, rational.One)})
		} else {
			points = append(points, Generator{Point, coords(v, d)})
		}
	}
	return slices.Concat(lines, rays, points)
}

// Size returns the number of minimal constraints and of minimal generators.
func (p *Polyhedron) Size() (constraints, generators int) {
	return len(p.k.eqs) + len(p.k.ineqs), len(p.k.lines) + len(p.k.rays)
}

// IsBig reports whether p's descriptions need numbers beyond machine integers,
// which makes operations on it several times slower.
func (p *Polyhedron) IsBig() bool {
	for _, vs := range [][]vec{p.k.eqs, p.k.ineqs, p.k.lines, p.k.rays} {
		if slices.ContainsFunc(vs, func(v vec) bool { return v.b != nil }) {
			return true
		}
	}
	return false
}

// positivity reports whether v is t >= 0, the constraint of all cones over
// polyhedra.
func positivity(v vec) bool { return leading(v) == 0 }

func coords(v vec, d rational.Q) []rational.Q {
	x := make([]rational.Q, v.len()-1)
	for i := range x {
		x[i] = v.at(i + 1).Div(d)
	}
	return x
}

func constraint(v vec, eq bool) Constraint {
	return Constraint{Coeffs: coords(v, rational.One), Bound: v.at(0).Neg(), Equation: eq}
}

// row returns the constraint on the cone.
func (c Constraint) row() vec { return homogeneous(c.Bound.Neg(), c.Coeffs) }

// row returns the line or ray of the cone.
func (g Generator) row() vec {
	if g.Kind == Point {
		return homogeneous(rational.One, g.Coords)
	}
	return homogeneous(rational.Zero, g.Coords)
}

// Normalize returns c with coprime integers. With integral set, x stands for
// integers, and the bound of an inequality is rounded to the tightest integer;
// an equation that no integers satisfy becomes 0 = 1.
func (c Constraint) Normalize(integral bool) Constraint {
	v := c.row()
	if !integral {
		return constraint(v, c.Equation)
	}
	var g rational.Q
	for i := 1; i < v.len(); i++ {
		g = rational.GCD(g, v.at(i))
	}
	if g.IsZero() {
		return constraint(v, c.Equation)
	}
	r := constraint(v, c.Equation)
	for i := range r.Coeffs {
		r.Coeffs[i] = r.Coeffs[i].Div(g)
	}
	r.Bound = r.Bound.Div(g)
	if !r.Bound.IsInt() {
		if c.Equation {
			return Constraint{Coeffs: make([]rational.Q, len(c.Coeffs)), Bound: rational.One, Equation: true}
		}
		r.Bound = r.Bound.Ceil()
	}
	return r
}

// Holds reports whether the point x satisfies c.
func (c Constraint) Holds(x []rational.Q) bool {
	s := c.Bound.Neg()
	for i, a := range c.Coeffs {
		if !a.IsZero() {
			s = s.Add(a.Mul(x[i]))
		}
	}
	return s.IsZero() || !c.Equation && s.Sign() > 0
}
