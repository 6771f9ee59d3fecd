package polyhedra

import (
	"context"

	"cupel/core/rational"
	"cupel/internal/sabotage"
)

// AddConstraints returns the part of p that satisfies cs.
func (p *Polyhedron) AddConstraints(ctx context.Context, cs []Constraint, lim Limits) (*Polyhedron, error) {
	var eqs, ineqs []vec
	for _, c := range cs {
		switch {
		case p.Satisfies(c):
		case c.Equation:
			eqs = append(eqs, c.row())
		default:
			ineqs = append(ineqs, c.row())
		}
	}
	if sabotage.Active(sabotage.PolyhedraMeet) {
		eqs, ineqs = append(eqs, ineqs...), nil
	}
	return p.meet(ctx, eqs, ineqs, lim)
}

// Meet returns the intersection of p and q.
func (p *Polyhedron) Meet(ctx context.Context, q *Polyhedron, lim Limits) (*Polyhedron, error) {
	switch {
	case p.Contains(q):
		return q, nil
	case q.Contains(p):
		return p, nil
	}
	return p.meet(ctx, q.k.eqs, q.k.ineqs, lim)
}

func (p *Polyhedron) meet(ctx context.Context, eqs, ineqs []vec, lim Limits) (*Polyhedron, error) {
	if p.IsEmpty() || len(eqs) == 0 && len(ineqs) == 0 {
		return p, nil
	}
	k, err := p.k.meet(ctx, eqs, ineqs, lim)
	if err != nil {
		return nil, err
	}
	for _, r := range k.rays {
		if r.sign(0) > 0 {
			return &Polyhedron{p.dim, k}, nil
		}
	}
	return Empty(p.dim), nil // only directions are left
}

// AddGenerators returns the least polyhedron that contains p and the
// generators; p when p is empty and there is no point among them.
func (p *Polyhedron) AddGenerators(ctx context.Context, gs []Generator, lim Limits) (*Polyhedron, error) {
	var lines, rays []vec
	point := false
	for _, g := range gs {
		v := g.row()
		point = point || g.Kind == Point
		switch {
		case p.k.satisfies(v, g.Kind == Line):
		case g.Kind == Line:
			lines = append(lines, v)
		default:
			rays = append(rays, v)
		}
	}
	if p.IsEmpty() && !point {
		return p, nil
	}
	return p.join(ctx, lines, rays, lim)
}

// Join returns the convex hull of p and q, closed: the least polyhedron that
// contains both.
func (p *Polyhedron) Join(ctx context.Context, q *Polyhedron, lim Limits) (*Polyhedron, error) {
	switch {
	case p.Contains(q) || sabotage.Active(sabotage.PolyhedraJoin) && !p.IsEmpty():
		return p, nil
	case q.Contains(p):
		return q, nil
	}
	return p.join(ctx, q.k.lines, q.k.rays, lim)
}

func (p *Polyhedron) join(ctx context.Context, lines, rays []vec, lim Limits) (*Polyhedron, error) {
	if len(lines) == 0 && len(rays) == 0 {
		return p, nil
	}
	k, err := p.k.join(ctx, lines, rays, lim)
	if err != nil {
		return nil, err
	}
	return &Polyhedron{p.dim, k}, nil
}

// TimeElapse returns all x + t d with x in p, d in q and t >= 0, closed.
func (p *Polyhedron) TimeElapse(ctx context.Context, q *Polyhedron, lim Limits) (*Polyhedron, error) {
	if p.IsEmpty() || q.IsEmpty() {
		return Empty(p.dim), nil
	}
	gs := q.Generators()
	for i := range gs {
		if gs[i].Kind == Point {
			gs[i].Kind = Ray
		}
	}
	return p.AddGenerators(ctx, gs, lim)
}

// AffineHull returns the least affine space that contains p.
func (p *Polyhedron) AffineHull() *Polyhedron {
	if p.IsEmpty() {
		return p
	}
	k, lim := p.k, Limits{}
	// Equations only: no step of the method makes more rays than there are.
	r, err := Universe(p.dim).k.meet(context.Background(), k.eqs, nil, lim)
	if err != nil {
		return Universe(p.dim)
	}
	return &Polyhedron{p.dim, r}
}

// Project returns the projection of p onto the dimensions keep, which become
// dimensions 0, 1, ... of the result. Dimensions may be reordered and repeated.
func (p *Polyhedron) Project(ctx context.Context, keep []int, lim Limits) (*Polyhedron, error) {
	idx := make([]int, len(keep)+1)
	for i, d := range keep {
		idx[i+1] = d + 1
	}
	return p.generated(ctx, len(keep), func(v vec) vec { return v.pick(idx) }, lim)
}

// Drop returns the projection of p along the given dimensions; the others keep
// their order.
func (p *Polyhedron) Drop(ctx context.Context, dims []int, lim Limits) (*Polyhedron, error) {
	gone := make([]bool, p.dim)
	for _, d := range dims {
		gone[d] = true
	}
	var keep []int
	for d := range p.dim {
		if !gone[d] {
			keep = append(keep, d)
		}
	}
	return p.Project(ctx, keep, lim)
}

// generated returns the polyhedron that the images of p's generators span.
func (p *Polyhedron) generated(ctx context.Context, dim int, image func(vec) vec, lim Limits) (*Polyhedron, error) {
	if p.IsEmpty() {
		return Empty(dim), nil
	}
	var lines, rays []vec
	for _, l := range p.k.lines {
		if v := image(l); !v.isZero() {
			lines = append(lines, v)
		}
	}
	for _, r := range p.k.rays {
		if v := image(r); !v.isZero() {
			rays = append(rays, v)
		}
	}
	return Empty(dim).join(ctx, lines, rays, lim)
}

// Extend returns p times Q^n: n dimensions more, without constraints.
func (p *Polyhedron) Extend(n int) *Polyhedron {
	if p.IsEmpty() {
		return Empty(p.dim + n)
	}
	idx := make([]int, p.dim+1+n)
	for i := range idx {
		if idx[i] = i; i > p.dim {
			idx[i] = -1
		}
	}
	widen := func(vs []vec) []vec {
		var out []vec
		for _, v := range vs {
			out = append(out, v.pick(idx))
		}
		return out
	}
	k := &cone{n: p.dim + n + 1, eqs: widen(p.k.eqs), ineqs: widen(p.k.ineqs), lines: widen(p.k.lines), rays: widen(p.k.rays)}
	for i := range n {
		k.lines = append(k.lines, unit(k.n, p.dim+1+i))
	}
	return &Polyhedron{p.dim + n, k}
}

// Map is the affine map x -> M x + Offset; every row of M gives one coordinate
// of the image.
type Map struct {
	Rows   [][]rational.Q
	Offset []rational.Q // one per row
}

// row returns the i-th coordinate of the image as a row (constant, coefficients).
func (m Map) row(i int) []rational.Q { return append([]rational.Q{m.Offset[i]}, m.Rows[i]...) }

// Image returns the image of p under m.
func (p *Polyhedron) Image(ctx context.Context, m Map, lim Limits) (*Polyhedron, error) {
	return p.generated(ctx, len(m.Rows), func(v vec) vec {
		q := make([]rational.Q, len(m.Rows)+1)
		q[0] = v.at(0)
		for i := range m.Rows {
			for j, a := range m.row(i) {
				if !a.IsZero() && v.sign(j) != 0 {
					q[i+1] = q[i+1].Add(a.Mul(v.at(j)))
				}
			}
		}
		return fromRationals(q)
	}, lim)
}

// Preimage returns all x of Q^dim that m maps into p.
func (p *Polyhedron) Preimage(ctx context.Context, dim int, m Map, lim Limits) (*Polyhedron, error) {
	if p.IsEmpty() {
		return Empty(dim), nil
	}
	var cs []Constraint
	for _, c := range p.Constraints() {
		a := make([]rational.Q, dim)
		b := c.Bound
		for i, f := range c.Coeffs {
			if f.IsZero() {
				continue
			}
			b = b.Sub(f.Mul(m.Offset[i]))
			for j, x := range m.Rows[i] {
				a[j] = a[j].Add(f.Mul(x))
			}
		}
		cs = append(cs, Constraint{a, b, c.Equation})
	}
	return FromConstraints(ctx, dim, cs, lim)
}
