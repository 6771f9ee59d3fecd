package zone

import (
	"math"
	"math/big"
	"slices"

	"cupel/analysis/absint/bounds"
	"cupel/analysis/absint/polyhedra"
	"cupel/core/rational"
)

// infinite is the bound of no constraint.
const infinite = math.MaxInt64

// A Zone is a difference bound matrix over V_0 = 0 and V_k+1 = x_k: the entry at (i, j) is an upper bound of V_j - V_i. Invariant: the matrix is closed,
// no entry exceeds the sum of two over a third row.
type Zone struct {
	w     int // rows: dimensions and one
	m     []int64
	empty bool
}

// Universe returns the set of all points.
func Universe(n int) *Zone {
	z := &Zone{w: n + 1, m: make([]int64, (n+1)*(n+1))}
	for i := range z.m {
		z.m[i] = infinite
	}
	for i := range z.w {
		z.m[i*z.w+i] = 0
	}
	return z
}

// Empty returns the empty set.
func Empty(n int) *Zone { return &Zone{w: n + 1, empty: true} }

// Dim returns the number of dimensions.
func (z *Zone) Dim() int { return z.w - 1 }

// IsEmpty reports whether there is no integer point.
func (z *Zone) IsEmpty() bool { return z.empty }

func (z *Zone) at(i, j int) int64 { return z.m[i*z.w+j] }

// clone returns a copy that may be changed.
func (z *Zone) clone() *Zone { return &Zone{w: z.w, m: slices.Clone(z.m), empty: z.empty} }

// sum adds bounds.
func sum(a, b int64) int64 {
	if a == infinite || b == infinite {
		return infinite
	}
	return limited(a + b)
}

// limited is a bound that is at least as weak as c and not too large.
func limited(c int64) int64 {
	if c > bounds.Greatest {
		return infinite
	}
	return max(c, -bounds.Greatest)
}

// close makes z closed; the result is Empty if z has no point.
func (z *Zone) close() *Zone {
	for k := range z.w {
		for i := range z.w {
			a := z.at(i, k)
			if a == infinite {
				continue
			}
			for j := range z.w {
				if c := sum(a, z.at(k, j)); c < z.at(i, j) {
					z.m[i*z.w+j] = c
				}
			}
		}
	}
	for i := range z.w {
		if z.at(i, i) < 0 {
			return Empty(z.Dim())
		}
	}
	return z
}

// A bound is the constraint V_j - V_i <= c.
type bound struct {
	i, j int
	c    int64
}

// constrain adds bounds. Each lets a sum of two entries become less in one way only, over it.
func (z *Zone) constrain(bs []bound) *Zone {
	if z.empty {
		return z
	}
	changed := false
	for _, b := range bs {
		if b.c = limited(b.c); b.c >= z.at(b.i, b.j) {
			continue
		}
		if sum(z.at(b.j, b.i), b.c) < 0 {
			return Empty(z.Dim())
		}
		if !changed {
			z, changed = z.clone(), true
		}
		for k := range z.w {
			to := sum(z.at(k, b.i), b.c)
			if to == infinite {
				continue
			}
			for l := range z.w {
				if c := sum(to, z.at(b.j, l)); c < z.at(k, l) {
					z.m[k*z.w+l] = c
				}
			}
		}
	}
	return z
}

// Contains reports whether p is a subset of z.
func (z *Zone) Contains(p *Zone) bool {
	if p.empty || z == p {
		return true
	}
	if z.empty {
		return false
	}
	for i, c := range p.m {
		if c > z.m[i] {
			return false
		}
	}
	return true
}

// Join returns the least zone that contains both.
func (z *Zone) Join(p *Zone) *Zone {
	switch {
	case z.empty || z == p:
		return p
	case p.empty:
		return z
	}
	r := z.clone()
	for i, c := range p.m {
		r.m[i] = max(r.m[i], c)
	}
	return r // entry-wise maxima of closed matrices are closed
}

// Widen keeps the constraints of z that hold in p, which contains z. The result is closed again: a sequence of widenings need not become stationary,
// and callers end it.
func (z *Zone) Widen(p *Zone) *Zone {
	if z.empty {
		return p
	}
	r := z.clone()
	for i, c := range p.m {
		if c > r.m[i] {
			r.m[i] = infinite
		}
	}
	return r.close()
}

// Forget projects dimensions out: they become unconstrained.
func (z *Zone) Forget(dims []int) *Zone {
	if z.empty || len(dims) == 0 {
		return z
	}
	r := z.clone()
	for _, k := range dims {
		for i := range z.w {
			r.m[i*z.w+k+1], r.m[(k+1)*z.w+i] = infinite, infinite
		}
		r.m[(k+1)*z.w+k+1] = 0
	}
	return r
}

// AddRay returns the points of z moved any distance along a dimension, in the direction of sign.
func (z *Zone) AddRay(dim, sign int) *Zone {
	if z.empty {
		return z
	}
	r := z.clone()
	for i := range z.w {
		switch k := dim + 1; {
		case i == k:
		case sign > 0:
			r.m[i*z.w+k] = infinite
		default:
			r.m[k*z.w+i] = infinite
		}
	}
	return r
}

// move adds c to a dimension.
func (z *Zone) move(dim int, c int64) *Zone {
	r := z.clone()
	for i := range z.w {
		if k := dim + 1; i != k {
			r.m[i*z.w+k] = sum(z.at(i, k), c)
			r.m[k*z.w+i] = sum(z.at(k, i), -c)
		}
	}
	return r
}

// Constraints returns constraints that describe the zone, without those on two dimensions that follow from the bounds of each.
func (z *Zone) Constraints() []polyhedra.Constraint {
	if z.empty {
		return []polyhedra.Constraint{{Coeffs: make([]rational.Q, z.Dim()), Bound: rational.One}}
	}
	var out []polyhedra.Constraint
	add := func(i, j int) { // V_i - V_j >= -c
		c := z.at(i, j)
		a := make([]rational.Q, z.Dim())
		if i > 0 {
			a[i-1] = rational.One
		}
		if j > 0 {
			a[j-1] = rational.FromInt(-1)
		}
		out = append(out, polyhedra.Constraint{Coeffs: a, Bound: rational.FromInt(-c), Equation: c == -z.at(j, i)})
	}
	for i := range z.w {
		for j := range i {
			for _, e := range [][2]int{{i, j}, {j, i}} {
				c := z.at(e[0], e[1])
				implied := j > 0 && sum(z.at(e[0], 0), z.at(0, e[1])) <= c
				if c == infinite || implied || e[0] == j && c == -z.at(i, j) {
					continue // the last: an equation, which is there
				}
				add(e[0], e[1])
			}
		}
	}
	return out
}

// Holds reports whether the zone contains an integer point.
func (z *Zone) Holds(x []*big.Int) bool {
	if z.empty {
		return false
	}
	v := append([]*big.Int{new(big.Int)}, x...)
	for i := range z.w {
		for j := range z.w {
			if c := z.at(i, j); c != infinite && new(big.Int).Sub(v[j], v[i]).Cmp(big.NewInt(c)) > 0 {
				return false
			}
		}
	}
	return true
}
