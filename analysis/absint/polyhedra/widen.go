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
