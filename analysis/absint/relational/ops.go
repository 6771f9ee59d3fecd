package relational

import (
	"cupel/analysis/absint/polyhedra"
	"cupel/core/rational"
)

// A shape is the relational component for one pack: a polyhedron, an octagon or a zone. Shapes are immutable.
type shape interface {
	Dim() int
	IsEmpty() bool
	Constraints() []polyhedra.Constraint
	Min(a []rational.Q) (rational.Q, bool)
	Max(a []rational.Q) (rational.Q, bool)
	Satisfies(c polyhedra.Constraint) bool
}

// A geometry is the operations on shapes of one kind. They cannot fail: results that exceed limits are over-approximated.
type geometry interface {
	universe(dim int) shape
	// contains reports whether q is proven to be a subset of p.
	contains(p, q shape) bool
	add(p shape, cs []polyhedra.Constraint) shape
	// tighten rounds constraints to the integers.
	tighten(p shape) shape
	forget(p shape, dims []int) shape
	join(p, q shape) shape
	// assign puts a.x plus some element of k, which has a bound, in place of a
	// dimension.
	assign(p shape, dim int, a []rational.Q, k span) shape
	// widen widens p to q, which contains it; n counts the widenings there.
	widen(p, q shape, n int) shape
}

// spend counts work and ends the analysis when there was too much.
func (d *Domain) spend(n int) {
	if d.work += n; d.work > d.o.Work {
		d.stop()
	}
}

// Spent is the work done so far, in units of package work.
func (d *Domain) Spent() int { return d.work / 4 }

// addConstraints returns the part of p that satisfies cs, or a larger set.
func (d *Domain) addConstraints(p shape, cs []polyhedra.Constraint) shape {
	if len(cs) == 0 {
		return p
	}
	return d.geometry.add(p, cs)
}

// drop forgets dimensions of p.
func (d *Domain) drop(p shape, dims []int) shape {
	if len(dims) == 0 {
		return p
	}
	return d.geometry.forget(p, dims)
}

// hull returns the convex hull of p and q, or a larger set.
func (d *Domain) hull(p, q shape) shape { return d.geometry.join(p, q) }

// polyhedral is the geometry of convex polyhedra.
type polyhedral struct{ *Domain }

func (d polyhedral) limits() polyhedra.Limits { return polyhedra.Limits{Rows: d.o.Rows} }

// charge counts the work for a result; it grows with the square of its size.
func (d polyhedral) charge(p *polyhedra.Polyhedron) shape {
	c, g := p.Size()
	n := 50 + (c+g)*(p.Dim()+1) + c*g
	if p.IsBig() {
		n *= bigFactor
	}
	d.spend(n)
	return p
}

func (polyhedral) universe(dim int) shape { return polyhedra.Universe(dim) }

func (polyhedral) contains(p, q shape) bool {
	return p.(*polyhedra.Polyhedron).Contains(q.(*polyhedra.Polyhedron))
}

func (d polyhedral) add(p shape, cs []polyhedra.Constraint) shape {
	r, err := p.(*polyhedra.Polyhedron).AddConstraints(d.ctx, cs, d.limits())
	switch {
	case err != nil:
		d.spend(d.o.Rows * d.o.Rows)
		return p
	case shape(r) == p:
		return p
	}
	return d.charge(r)
}

func (d polyhedral) tighten(p shape) shape {
	for range 2 {
		var cs []polyhedra.Constraint
		for _, c := range p.Constraints() {
			if n := c.Normalize(true); !p.Satisfies(n) {
				cs = append(cs, n)
			}
		}
		if len(cs) == 0 {
			break
		}
		p = d.add(p, cs)
	}
	return p
}

func (d polyhedral) forget(p shape, dims []int) shape {
	r, err := p.(*polyhedra.Polyhedron).Forget(d.ctx, dims, d.limits())
	switch {
	case err != nil:
		return polyhedra.Universe(p.Dim())
	case shape(r) == p:
		return p
	}
	return d.charge(r)
}

func (d polyhedral) join(p, q shape) shape {
	r, err := p.(*polyhedra.Polyhedron).Join(d.ctx, q.(*polyhedra.Polyhedron), d.limits())
	switch {
	case err == nil && shape(r) == p:
		return p
	case err == nil:
		return d.charge(r)
	}
	// Each reduces the other.
	d.spend(d.o.Rows * d.o.Rows)
	var cs []polyhedra.Constraint
	for _, c := range p.Constraints() {
		if q.Satisfies(c) {
			cs = append(cs, c)
		}
	}
	for _, c := range q.Constraints() {
		if p.Satisfies(c) {
			cs = append(cs, c)
		}
	}
	return d.addConstraints(polyhedra.Universe(p.Dim()), cs)
}

func (d polyhedral) assign(p shape, dim int, a []rational.Q, k span) shape {
	put := func(c rational.Q) shape { return d.charge(p.(*polyhedra.Polyhedron).Substitute(dim, a, c)) }
	// The sum of p's image and the segment k.
	switch {
	case k.isPoint():
		return put(k.lo)
	case k.noLo:
		return d.ray(put(k.hi), dim, -1)
	case k.noHi:
		return d.ray(put(k.lo), dim, 1)
	}
	return d.hull(put(k.lo), put(k.hi))
}

// ray adds a direction along a dimension.
func (d polyhedral) ray(p shape, dim int, sign int64) shape {
	x := make([]rational.Q, p.Dim())
	x[dim] = rational.FromInt(sign)
	r, err := p.(*polyhedra.Polyhedron).AddGenerators(d.ctx, []polyhedra.Generator{{Kind: polyhedra.Ray, Coords: x}}, d.limits())
	if err != nil {
		return d.drop(p, []int{dim})
	}
	return d.charge(r)
}

func (d polyhedral) widen(p, q shape, _ int) shape {
	w, err := p.(*polyhedra.Polyhedron).Widen(d.ctx, q.(*polyhedra.Polyhedron), d.limits())
	if err != nil {
		w = polyhedra.Universe(p.Dim())
	}
	return d.charge(w)
}
