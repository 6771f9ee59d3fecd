package relational

import (
	"cupel/analysis/absint/octagon"
	"cupel/analysis/absint/polyhedra"
	"cupel/analysis/absint/zone"
	"cupel/core/rational"
)

// A matrix is a set described by a difference bound matrix.
type matrix[M any] interface {
	shape
	Contains(M) bool
	AddConstraints([]polyhedra.Constraint) M
	Forget([]int) M
	Join(M) M
	Widen(M) M
	Substitute(dim int, a []rational.Q, lo, hi rational.Q) M
	AddRay(dim, sign int) M
}

// matrices is the geometry of one kind of them: all is the set of all points, cost the work for a result of a number of dimensions.
type matrices[M matrix[M]] struct {
	*Domain
	all  func(dim int) M
	cost func(dim int) int
}

// octagonal is the geometry of octagons; closure is what takes most of the work.
func octagonal(d *Domain) geometry {
	return matrices[*octagon.Octagon]{d, octagon.Universe, func(n int) int { return 8 * n * n * n / 200 }}
}

// zonal is the geometry of zones, whose operations are a few passes over the matrix.
func zonal(d *Domain) geometry {
	return matrices[*zone.Zone]{d, zone.Universe, func(n int) int { return (n + 1) * (n + 1) / 8 }}
}

// charge counts the work for a result.
func (d matrices[M]) charge(m M) shape {
	d.spend(10 + d.cost(m.Dim()))
	return m
}

func (d matrices[M]) universe(dim int) shape { return d.all(dim) }

func (matrices[M]) contains(p, q shape) bool { return p.(M).Contains(q.(M)) }

func (d matrices[M]) add(p shape, cs []polyhedra.Constraint) shape {
	return d.charge(p.(M).AddConstraints(cs))
}

func (matrices[M]) tighten(p shape) shape { return p }

func (d matrices[M]) forget(p shape, dims []int) shape { return d.charge(p.(M).Forget(dims)) }

func (d matrices[M]) join(p, q shape) shape { return d.charge(p.(M).Join(q.(M))) }

func (d matrices[M]) assign(p shape, dim int, a []rational.Q, k span) shape {
	m := p.(M)
	switch { // the integer next to the bound, and those beyond it
	case k.noLo:
		return d.charge(m.Substitute(dim, a, k.hi.Sub(rational.One), k.hi).AddRay(dim, -1))
	case k.noHi:
		return d.charge(m.Substitute(dim, a, k.lo, k.lo.Add(rational.One)).AddRay(dim, 1))
	}
	return d.charge(m.Substitute(dim, a, k.lo, k.hi))
}

func (d matrices[M]) widen(p, q shape, n int) shape {
	if n >= matrixSteps {
		return d.all(p.Dim())
	}
	return d.charge(p.(M).Widen(q.(M)))
}
