package relational

import (
	"cupel/analysis/absint/octagon"
	"cupel/analysis/absint/polyhedra"
	"cupel/analysis/absint/zone"
	"cupel/core/rational"
)

// octagonal is the geometry of octagons.
type octagonal struct{ *Domain }

// charge counts the work for a result, mostly its closure.
func (d octagonal) charge(o *octagon.Octagon) shape {
	n := 2 * o.Dim()
	d.spend(10 + n*n*n/200)
	return o
}

func (octagonal) universe(dim int) shape { return octagon.Universe(dim) }

func (octagonal) contains(p, q shape) bool {
	return p.(*octagon.Octagon).Contains(q.(*octagon.Octagon))
}

func (d octagonal) add(p shape, cs []polyhedra.Constraint) shape {
	return d.charge(p.(*octagon.Octagon).AddConstraints(cs))
}

func (octagonal) tighten(p shape) shape { return p }

func (d octagonal) forget(p shape, dims []int) shape {
	return d.charge(p.(*octagon.Octagon).Forget(dims))
}

func (d octagonal) join(p, q shape) shape {
	return d.charge(p.(*octagon.Octagon).Join(q.(*octagon.Octagon)))
}

func (d octagonal) assign(p shape, dim int, a []rational.Q, k span) shape {
	o := p.(*octagon.Octagon)
	switch { // the integer next to the bound, and those beyond it
	case k.noLo:
		return d.charge(o.Substitute(dim, a, k.hi.Sub(rational.One), k.hi).AddRay(dim, -1))
	case k.noHi:
		return d.charge(o.Substitute(dim, a, k.lo, k.lo.Add(rational.One)).AddRay(dim, 1))
	}
	return d.charge(o.Substitute(dim, a, k.lo, k.hi))
}

func (d octagonal) widen(p, q shape, n int) shape {
	if n >= matrixSteps {
		return octagon.Universe(p.Dim())
	}
	return d.charge(p.(*octagon.Octagon).Widen(q.(*octagon.Octagon)))
}

// zonal is the geometry of zones.
type zonal struct{ *Domain }

// charge counts the work for a result: a few passes over the matrix.
func (d zonal) charge(z *zone.Zone) shape {
	w := z.Dim() + 1
	d.spend(10 + w*w/8)
	return z
}

func (zonal) universe(dim int) shape { return zone.Universe(dim) }

func (zonal) contains(p, q shape) bool { return p.(*zone.Zone).Contains(q.(*zone.Zone)) }

func (d zonal) add(p shape, cs []polyhedra.Constraint) shape {
	return d.charge(p.(*zone.Zone).AddConstraints(cs))
}

func (zonal) tighten(p shape) shape { return p }

func (d zonal) forget(p shape, dims []int) shape { return d.charge(p.(*zone.Zone).Forget(dims)) }

func (d zonal) join(p, q shape) shape { return d.charge(p.(*zone.Zone).Join(q.(*zone.Zone))) }

func (d zonal) assign(p shape, dim int, a []rational.Q, k span) shape {
	z := p.(*zone.Zone)
	switch { // as for octagons
	case k.noLo:
		return d.charge(z.Substitute(dim, a, k.hi.Sub(rational.One), k.hi).AddRay(dim, -1))
	case k.noHi:
		return d.charge(z.Substitute(dim, a, k.lo, k.lo.Add(rational.One)).AddRay(dim, 1))
	}
	return d.charge(z.Substitute(dim, a, k.lo, k.hi))
}

func (d zonal) widen(p, q shape, n int) shape {
	if n >= matrixSteps {
		return zone.Universe(p.Dim())
	}
	return d.charge(p.(*zone.Zone).Widen(q.(*zone.Zone)))
}
