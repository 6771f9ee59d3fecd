package zone

import (
	"slices"

	"cupel/analysis/absint/bounds"
	"cupel/analysis/absint/polyhedra"
	"cupel/core/rational"
)

// AddConstraints intersects z with the constraints; one that is no bound of a dimension or difference is approximated by such consequences under z's
// bounds.
func (z *Zone) AddConstraints(cs []polyhedra.Constraint) *Zone {
	for _, c := range cs {
		if z.empty {
			break
		}
		if len(bounds.Support(c.Coeffs)) == 0 {
			if c.Bound.Sign() > 0 || c.Equation && !c.Bound.IsZero() {
				return Empty(z.Dim())
			}
			continue
		}
		bs := z.imply(nil, bounds.Negated(c.Coeffs), c.Bound.Neg()) // -a.x <= -b
		if c.Equation {
			bs = z.imply(bs, c.Coeffs, c.Bound)
		}
		z = z.constrain(bs)
	}
	return z
}

// imply appends bounds that follow from a.x <= b.
func (z *Zone) imply(bs []bound, a []rational.Q, b rational.Q) []bound {
	in := bounds.Support(a)
	rest := slices.Clone(a)
	for n, k := range in {
		rest[k] = rational.Zero
		if lo, ok := z.Min(rest); ok { // c*x_k <= b - rest
			if v, ok := bounds.Floor(b.Sub(lo).Div(a[k].Abs())); ok {
				bs = append(bs, directed(0, k+1, a[k].Sign(), v))
			}
		}
		for _, l := range in[n+1:] {
			if !a[k].Equal(a[l].Neg()) {
				continue
			}
			rest[l] = rational.Zero
			if lo, ok := z.Min(rest); ok { // c*(x_k - x_l) <= b - rest
				if v, ok := bounds.Floor(b.Sub(lo).Div(a[k].Abs())); ok {
					bs = append(bs, directed(l+1, k+1, a[k].Sign(), v))
				}
			}
			rest[l] = a[l]
		}
		rest[k] = a[k]
	}
	return bs
}

// directed is sign * (V_j - V_i) <= c.
func directed(i, j, sign int, c int64) bound {
	if sign < 0 {
		return bound{j, i, c}
	}
	return bound{i, j, c}
}

// Max returns an upper bound of a.x; false: it has none. It is exact for single dimensions and differences.
func (z *Zone) Max(a []rational.Q) (rational.Q, bool) {
	if z.empty {
		return rational.Zero, false
	}
	return bounds.Max(a, z.upper, z.pairs)
}

// Min returns a lower bound of a.x; false: it has none.
func (z *Zone) Min(a []rational.Q) (rational.Q, bool) {
	b, ok := z.Max(bounds.Negated(a))
	return b.Neg(), ok
}

// upper bounds c*x_k.
func (z *Zone) upper(k int, c rational.Q) (rational.Q, bool) {
	b := z.at(0, k+1)
	if c.Sign() < 0 {
		b = z.at(k+1, 0)
	}
	if b == infinite {
		return rational.Zero, false
	}
	return rational.FromInt(b).Mul(c.Abs()), true
}

// pairs bounds a.x by pairing summands with opposite signs, those with the greatest coefficients first.
func (z *Zone) pairs(a []rational.Q) (rational.Q, bool) {
	left := slices.Clone(a)
	total := rational.Zero
	for in := bounds.Support(left); len(in) > 0; in = bounds.Support(left) {
		k := in[0]
		for _, l := range in[1:] {
			if left[l].Abs().Cmp(left[k].Abs()) > 0 {
				k = l
			}
		}
		best, least := -1, int64(infinite) // the partner with the least bound
		for _, l := range in {
			if left[l].Sign() == left[k].Sign() {
				continue
			}
			d := directed(l+1, k+1, left[k].Sign(), 0)
			if b := z.at(d.i, d.j); b < least {
				best, least = l, b
			}
		}
		if best < 0 {
			b, ok := z.upper(k, left[k])
			if !ok {
				return total, false
			}
			total, left[k] = total.Add(b), rational.Zero
			continue
		}
		c := left[best] // of the smaller amount
		total = total.Add(rational.FromInt(least).Mul(c.Abs()))
		left[k], left[best] = left[k].Add(c), rational.Zero
	}
	return total, true
}

// Satisfies reports whether c is proven to hold for all points.
func (z *Zone) Satisfies(c polyhedra.Constraint) bool { return bounds.Satisfies(z, c) }

// Substitute returns a set that contains the points of z with any integer between a.x + lo and a.x + hi in place of the dimension; it is exact when
// there is only one, x_k plus an integer.
func (z *Zone) Substitute(dim int, a []rational.Q, lo, hi rational.Q) *Zone {
	if z.empty {
		return z
	}
	if in := bounds.Support(a); len(in) == 1 && in[0] == dim && a[dim].Equal(rational.One) && lo.IsInt() && lo.Equal(hi) {
		if c, ok := bounds.Floor(lo); ok {
			return z.move(dim, c)
		}
		return z.Forget([]int{dim})
	}
	var bs []bound
	for _, sign := range []int{1, -1} {
		x, off := slices.Clone(a), hi
		if sign < 0 {
			x, off = bounds.Negated(a), lo.Neg()
		}
		add := func(i int, y []rational.Q) { // sign * (x' - V_i) <= max y + off
			if b, ok := z.Max(y); ok {
				if v, ok := bounds.Floor(b.Add(off)); ok {
					bs = append(bs, directed(i, dim+1, sign, v))
				}
			}
		}
		add(0, x)
		for k := range z.Dim() {
			if k != dim {
				y := slices.Clone(x)
				y[k] = y[k].Sub(rational.FromInt(int64(sign)))
				add(k+1, y)
			}
		}
	}
	return z.Forget([]int{dim}).constrain(bs)
}
