package interval

import (
	"math/big"

	"cupel/internal/sabotage"
)

// Add returns the sums of elements.
func (i Interval) Add(j Interval) Interval {
	if i.empty || j.empty {
		return Empty
	}
	if sabotage.Active(sabotage.IntervalAdd) {
		return Interval{lo: addBound(i.lo, j.lo), hi: i.hi}
	}
	return Interval{lo: addBound(i.lo, j.lo), hi: addBound(i.hi, j.hi)}
}

// AddConst returns the interval moved by c.
func (i Interval) AddConst(c *big.Int) Interval {
	if c.Sign() == 0 {
		return i
	}
	return i.Add(Single(c))
}

func addBound(a, b *big.Int) *big.Int {
	if a == nil || b == nil {
		return nil
	}
	return new(big.Int).Add(a, b)
}

// Neg returns the negated elements.
func (i Interval) Neg() Interval {
	if i.empty {
		return Empty
	}
	var r Interval
	if i.hi != nil {
		r.lo = new(big.Int).Neg(i.hi)
	}
	if i.lo != nil {
		r.hi = new(big.Int).Neg(i.lo)
	}
	return r
}

// Sub returns the differences of elements.
func (i Interval) Sub(j Interval) Interval { return i.Add(j.Neg()) }

// ext is an integer or an infinity (inf = -1 or +1).
type ext struct {
	v   *big.Int
	inf int
}

func (i Interval) ends() (l, h ext) {
	l, h = ext{v: i.lo}, ext{v: i.hi}
	if i.lo == nil {
		l.inf = -1
	}
	if i.hi == nil {
		h.inf = 1
	}
	return l, h
}

func (a ext) sign() int {
	if a.inf != 0 {
		return a.inf
	}
	return a.v.Sign()
}

// mul multiplies with 0 * infinity = 0, which is right for bounds.
func (a ext) mul(b ext) ext {
	if a.inf == 0 && b.inf == 0 {
		return ext{v: new(big.Int).Mul(a.v, b.v)}
	}
	if s := a.sign() * b.sign(); s != 0 {
		return ext{inf: s}
	}
	return ext{v: zero}
}

func (a ext) cmp(b ext) int {
	if a.inf == 0 && b.inf == 0 {
		return a.v.Cmp(b.v)
	}
	switch {
	case a.inf < b.inf:
		return -1
	case a.inf > b.inf:
		return 1
	}
	return 0
}

func hull(es ...ext) Interval {
	l, h := es[0], es[0]
	for _, e := range es[1:] {
		if e.cmp(l) < 0 {
			l = e
		}
		if e.cmp(h) > 0 {
			h = e
		}
	}
	return Interval{lo: l.v, hi: h.v}
}

// Mul returns the least interval with all products of elements.
func (i Interval) Mul(j Interval) Interval {
	if i.empty || j.empty {
		return Empty
	}
	a, b := i.ends()
	c, d := j.ends()
	return hull(a.mul(c), a.mul(d), b.mul(c), b.mul(d))
}

// Scale returns the elements times c, as a bounding interval.
func (i Interval) Scale(c *big.Int) Interval { return i.Mul(Single(c)) }

// FloorDiv returns the quotients by c > 0, rounded down.
func (i Interval) FloorDiv(c *big.Int) Interval {
	if i.empty {
		return Empty
	}
	var r Interval
	if i.lo != nil {
		r.lo = floorDiv(i.lo, c)
	}
	if i.hi != nil {
		r.hi = floorDiv(i.hi, c)
	}
	return r
}

// CeilDiv returns the quotients by c > 0, rounded up.
func (i Interval) CeilDiv(c *big.Int) Interval { return i.Neg().FloorDiv(c).Neg() }

// floorDiv is Euclidean division, which rounds down for a positive divisor.
func floorDiv(a, c *big.Int) *big.Int { return new(big.Int).Div(a, c) }

// EuclidDiv returns the SMT-LIB quotients of elements; Top when j contains 0.
func (i Interval) EuclidDiv(j Interval) Interval {
	if i.empty || j.empty {
		return Empty
	}
	switch {
	case j.Contains(zero):
		return Top
	case j.hi != nil && j.hi.Sign() < 0:
		return i.EuclidDiv(j.Neg()).Neg()
	}
	// The quotient is monotone in the dividend; for a fixed dividend it moves
	// towards 0 (or to -1) as the positive divisor grows.
	r := i.FloorDiv(j.lo)
	if j.hi != nil {
		return r.Join(i.FloorDiv(j.hi))
	}
	if i.lo == nil || i.lo.Sign() < 0 {
		r = r.Join(Single(minusOne))
	}
	if i.hi == nil || i.hi.Sign() >= 0 {
		r = r.Join(Single(zero))
	}
	return r
}

// EuclidMod returns the SMT-LIB remainders of elements; Top when j contains 0.
func (i Interval) EuclidMod(j Interval) Interval {
	if i.empty || j.empty {
		return Empty
	}
	if j.Contains(zero) {
		return Top
	}
	m := j
	if m.hi != nil && m.hi.Sign() < 0 {
		m = m.Neg()
	}
	if c, ok := m.Value(); ok && i.IsFinite() {
		if q := floorDiv(i.lo, c); q.Cmp(floorDiv(i.hi, c)) == 0 {
			return i.AddConst(new(big.Int).Neg(q.Mul(q, c)))
		}
	}
	if i.lo != nil && i.lo.Sign() >= 0 && i.hi != nil && i.hi.Cmp(m.lo) < 0 {
		return i
	}
	r := Interval{lo: zero}
	if m.hi != nil {
		r.hi = new(big.Int).Sub(m.hi, one)
	}
	if i.lo != nil && i.lo.Sign() >= 0 {
		r = r.Meet(Interval{hi: i.hi}) // a remainder never exceeds a non-negative dividend
	}
	return r
}

// TruncDiv returns the quotients rounded to zero, C's division; Top when j contains 0.
func (i Interval) TruncDiv(j Interval) Interval {
	p, n := i.split()
	return p.EuclidDiv(j).Join(n.Neg().EuclidDiv(j).Neg())
}

// TruncRem returns C's remainders; Top when j contains 0.
func (i Interval) TruncRem(j Interval) Interval {
	p, n := i.split()
	return p.EuclidMod(j).Join(n.Neg().EuclidMod(j).Neg())
}

// split returns the elements >= 0 and those < 0.
func (i Interval) split() (nonNeg, neg Interval) {
	return i.Meet(Interval{lo: zero}), i.Meet(Interval{hi: minusOne})
}

// periods returns the numbers floor((x - base) / size) of the bounds: how many
// windows of size elements from base on the interval touches.
func (i Interval) periods(base, size *big.Int) (first, last *big.Int) {
	first = floorDiv(new(big.Int).Sub(i.lo, base), size)
	last = floorDiv(new(big.Int).Sub(i.hi, base), size)
	return first, last
}

// Wrap returns the values that the elements have modulo 2^width in the given
// view, as a bounding interval.
func (i Interval) Wrap(width int, signed bool) Interval {
	t := TypeRange(width, signed)
	if i.In(t) {
		return i
	}
	if !i.IsFinite() {
		return t
	}
	if f, l := i.periods(t.lo, Pow2(width)); f.Cmp(l) == 0 {
		return i.AddConst(f.Neg(f.Mul(f, Pow2(width))))
	}
	return t
}

// Periods splits i into its parts in the windows [base + k*2^width, base +
// (k+1)*2^width), where base is the least value of the view, and returns the
// parts with their k in ascending order; nil when there are more than limit of
// them or i is infinite.
func (i Interval) Periods(width int, signed bool, limit int) (ks []*big.Int, parts []Interval) {
	if i.empty || !i.IsFinite() {
		return nil, nil
	}
	t, size := TypeRange(width, signed), Pow2(width)
	f, l := i.periods(t.lo, size)
	if new(big.Int).Sub(l, f).Cmp(big.NewInt(int64(limit))) >= 0 {
		return nil, nil
	}
	for k := f; k.Cmp(l) <= 0; k = new(big.Int).Add(k, one) {
		ks = append(ks, k)
		parts = append(parts, i.Meet(t.AddConst(new(big.Int).Mul(k, size))))
	}
	return ks, parts
}

// OverNonZero joins f over the positive and over the negative elements of i, a divisor that is known not to be 0; it is empty if i has no other element.
func (i Interval) OverNonZero(f func(Interval) Interval) Interval {
	r := Empty
	for _, part := range []Interval{i.Meet(Interval{lo: one}), i.Meet(Interval{hi: minusOne})} {
		if !part.empty {
			r = r.Join(f(part))
		}
	}
	return r
}
