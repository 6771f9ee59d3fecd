package polyhedra

import (
	"context"

	"cupel/core/rational"
	"cupel/internal/sabotage"
)

// Forget returns the cylindrification of p: the least polyhedron that contains p and leaves the given dimensions unconstrained.
func (p *Polyhedron) Forget(ctx context.Context, dims []int, lim Limits) (*Polyhedron, error) {
	if p.IsEmpty() || sabotage.Active(sabotage.PolyhedraForget) {
		return p, nil
	}
	var lines []vec
	for _, d := range dims {
		if p.k.mentions(d + 1) {
			lines = append(lines, unit(p.dim+1, d+1))
		}
	}
	if lines == nil {
		return p, nil
	}
	return p.join(ctx, lines, nil, lim)
}

// Substitute returns the image of p under x_d := a.x + c, which must be invertible: a[d] is not 0. Both representations are mapped; no conversion is needed.
func (p *Polyhedron) Substitute(d int, a []rational.Q, c rational.Q) *Polyhedron {
	if p.IsEmpty() {
		return p
	}
	if sabotage.Active(sabotage.PolyhedraSubstitute) {
		c = rational.Zero
	}
	all := func(vs []vec, image func(vec) vec) []vec {
		out := make([]vec, len(vs))
		for i, v := range vs {
			out[i] = image(v)
		}
		return out
	}
	generator := func(v vec) vec {
		q := entries(v)
		sum := c.Mul(q[0])
		for i, x := range a {
			if !x.IsZero() {
				sum = sum.Add(x.Mul(q[i+1]))
			}
		}
		q[d+1] = sum
		return fromRationals(q)
	}
	// The old x_d is (x_d - the rest)/a_d.
	inv := a[d].Inv()
	row := func(v vec) vec {
		if v.sign(d+1) == 0 {
			return v
		}
		q := entries(v)
		f := q[d+1].Mul(inv)
		q[0] = q[0].Sub(f.Mul(c))
		for i, x := range a {
			if i == d {
				q[i+1] = f
			} else if !x.IsZero() {
				q[i+1] = q[i+1].Sub(f.Mul(x))
			}
		}
		return fromRationals(q)
	}
	k := &cone{n: p.k.n, eqs: echelon(all(p.k.eqs, row)), lines: echelon(all(p.k.lines, generator))}
	k.ineqs = sorted(all(p.k.ineqs, func(v vec) vec { return reduce(row(v), k.eqs) }))
	k.rays = sorted(all(p.k.rays, func(v vec) vec { return reduce(generator(v), k.lines) }))
	return &Polyhedron{p.dim, k}
}

func entries(v vec) []rational.Q {
	q := make([]rational.Q, v.len())
	for i := range q {
		q[i] = v.at(i)
	}
	return q
}
