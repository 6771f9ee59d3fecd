package relational

import (
	"cupel/absint/polyhedra"
	"cupel/rational"
)

// The operations on polyhedra below cannot fail: what exceeds the limits is
// approximated from above.

// bigFactor is how much more work big numbers are.
const bigFactor = 5

func (d *Domain) limits() polyhedra.Limits { return polyhedra.Limits{Rows: d.o.Rows} }

// charge counts the work for a result; it grows with the square of its size.
func (d *Domain) charge(p *polyhedra.Polyhedron) {
	c, g := p.Size()
	n := 50 + (c+g)*(p.Dim()+1) + c*g
	if p.IsBig() {
		n *= bigFactor
	}
	d.spend(n)
}

// spend counts work and ends the analysis when there was too much.
func (d *Domain) spend(n int) {
	if d.work += n; d.work > d.o.Work {
		d.stop()
	}
}

// addConstraints returns the part of p that satisfies cs, or a larger set.
func (d *Domain) addConstraints(p *polyhedra.Polyhedron, cs []polyhedra.Constraint) *polyhedra.Polyhedron {
	if len(cs) == 0 {
		return p
	}
	r, err := p.AddConstraints(d.ctx, cs, d.limits())
	if err != nil {
		d.spend(d.o.Rows * d.o.Rows)
		return p
	}
	if r != p {
		d.charge(r)
	}
	return r
}

// drop forgets dimensions of p.
func (d *Domain) drop(p *polyhedra.Polyhedron, dims []int) *polyhedra.Polyhedron {
	if len(dims) == 0 {
		return p
	}
	r, err := p.Forget(d.ctx, dims, d.limits())
	if err != nil {
		return polyhedra.Universe(p.Dim())
	}
	if r != p {
		d.charge(r)
	}
	return r
}

// hull returns the convex hull of p and q, or a larger set.
func (d *Domain) hull(p, q *polyhedra.Polyhedron) *polyhedra.Polyhedron {
	r, err := p.Join(d.ctx, q, d.limits())
	if err == nil {
		if r != p {
			d.charge(r)
		}
		return r
	}
	// What each says of the other.
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

func (d *Domain) substitute(p *polyhedra.Polyhedron, dim int, a []rational.Q, c rational.Q) *polyhedra.Polyhedron {
	r := p.Substitute(dim, a, c)
	d.charge(r)
	return r
}

// addRay adds a direction along a dimension.
func (d *Domain) addRay(p *polyhedra.Polyhedron, dim int, sign int64) *polyhedra.Polyhedron {
	x := make([]rational.Q, p.Dim())
	x[dim] = rational.FromInt(sign)
	r, err := p.AddGenerators(d.ctx, []polyhedra.Generator{{Kind: polyhedra.Ray, Coords: x}}, d.limits())
	if err != nil {
		return d.drop(p, []int{dim})
	}
	d.charge(r)
	return r
}
