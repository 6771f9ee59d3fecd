package polyhedra

import (
	"context"
	"slices"

	"cupel/core/rational"
	"cupel/internal/sabotage"
)

// Widen returns the standard widening of p by q, where p is a subset of q: the
// constraints of p that hold on q, and the constraints of q that could replace
// one of p's because p saturates them in the same generators. A sequence that
// is widened at each step becomes stationary.
//
// Source: Halbwachs, "Determination automatique de relations lineaires
// verifiees par les variables d'un programme", 1979; Cousot and Halbwachs 1978.
func (p *Polyhedron) Widen(ctx context.Context, q *Polyhedron, lim Limits) (*Polyhedron, error) {
	if p.IsEmpty() {
		return q, nil
	}
	var old []bitset
	var kept []vec
	for _, c := range inequalities(p.k) {
		if !positivity(c) { // no constraint of p, only of its cone
			old = append(old, saturated(c, p.k.rays))
		}
		if holds(q.k, c) || sabotage.Active(sabotage.PolyhedraWiden) {
			kept = append(kept, c)
		}
	}
	for _, c := range inequalities(q.k) {
		sat := saturated(c, p.k.rays)
		if slices.ContainsFunc(old, func(b bitset) bool { return slices.Equal(b, sat) }) {
			kept = append(kept, c)
		}
	}
	return Universe(p.dim).meet(ctx, nil, kept, lim)
}

// inequalities returns the constraints of k with each equation as two
// inequalities.
func inequalities(k *cone) []vec {
	out := slices.Clone(k.ineqs)
	for _, e := range k.eqs {
		out = append(out, e, e.neg())
	}
	return out
}

// holds reports whether c >= 0 on k.
func holds(k *cone, c vec) bool {
	return !slices.ContainsFunc(k.lines, func(v vec) bool { return dot(c, v).Sign() != 0 }) &&
		!slices.ContainsFunc(k.rays, func(v vec) bool { return dot(c, v).Sign() < 0 })
}

// WeakJoin returns constraints that hold on p and on q, without converting
// anything: the constraints of each that hold on the other, the affine hull of
// both, and the bounds of all x, x+y and x-y. They need not define the convex
// hull.
func WeakJoin(p, q *Polyhedron) []Constraint {
	switch {
	case p.IsEmpty():
		return q.Constraints()
	case q.IsEmpty():
		return p.Constraints()
	}
	var out []Constraint
	// The equations of the union: those that vanish on all generators.
	for _, v := range kernel(p.dim+1, slices.Concat(p.k.lines, p.k.rays, q.k.lines, q.k.rays)) {
		out = append(out, constraint(v, true))
	}
	both := func(v vec) {
		if !positivity(v) && holds(p.k, v) && holds(q.k, v) {
			if c := constraint(v, false); !slices.ContainsFunc(out, func(d Constraint) bool { return equalConstraints(c, d) }) {
				out = append(out, c)
			}
		}
	}
	for _, v := range slices.Concat(inequalities(p.k), inequalities(q.k)) {
		both(v)
	}
	for _, a := range Octagon(p.dim) {
		m1, ok1 := p.Min(a)
		m2, ok2 := q.Min(a)
		if !ok1 || !ok2 {
			continue
		}
		if m2.Cmp(m1) < 0 {
			m1 = m2
		}
		both(Constraint{Coeffs: a, Bound: m1}.row())
	}
	return out
}

func equalConstraints(c, d Constraint) bool {
	return c.Equation == d.Equation && c.Bound.Equal(d.Bound) && slices.EqualFunc(c.Coeffs, d.Coeffs, rational.Q.Equal)
}

// Octagon returns the directions x, -x and +-x +-y of dim dimensions.
func Octagon(dim int) [][]rational.Q {
	var out [][]rational.Q
	one := []rational.Q{rational.One, rational.FromInt(-1)}
	for i := range dim {
		for _, s := range one {
			a := make([]rational.Q, dim)
			a[i] = s
			out = append(out, a)
		}
	}
	for i := range dim {
		for j := range i {
			for _, s := range one {
				for _, t := range one {
					a := make([]rational.Q, dim)
					a[i], a[j] = s, t
					out = append(out, a)
				}
			}
		}
	}
	return out
}

// kernel returns a basis of the vectors that are orthogonal to all rows.
func kernel(n int, rows []vec) []vec {
	form := echelon(rows)
	pivot := make([]vec, n)
	isPivot := make([]bool, n)
	for _, r := range form {
		c := leading(r)
		pivot[c], isPivot[c] = r, true
	}
	var out []vec
	for free := range n {
		if isPivot[free] {
			continue
		}
		q := make([]rational.Q, n)
		q[free] = rational.One
		for c := range n {
			if isPivot[c] {
				q[c] = pivot[c].at(free).Div(pivot[c].at(c)).Neg()
			}
		}
		out = append(out, fromRationals(q))
	}
	return echelon(out)
}
