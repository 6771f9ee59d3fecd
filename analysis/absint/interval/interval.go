package interval

import (
	"math/big"
)

// Interval is the set of integers lo..hi; a nil bound is infinite. Intervals are immutable, also their bounds; the zero value is the set of all integers.
// The empty set is the value Empty.
type Interval struct {
	lo, hi *big.Int
	empty  bool
}

var (
	zero     = big.NewInt(0)
	one      = big.NewInt(1)
	minusOne = big.NewInt(-1)
)

// Top is the set of all integers.
var Top = Interval{}

// Empty is the empty set.
var Empty = Interval{empty: true}

// Of returns lo..hi, where nil is infinite; it is empty when lo > hi.
func Of(lo, hi *big.Int) Interval {
	if lo != nil && hi != nil && lo != hi && lo.Cmp(hi) > 0 {
		return Empty
	}
	return Interval{lo: lo, hi: hi}
}

// OfInt64 returns lo..hi.
func OfInt64(lo, hi int64) Interval { return Of(big.NewInt(lo), big.NewInt(hi)) }

// Single returns {v}.
func Single(v *big.Int) Interval { return Interval{lo: v, hi: v} }

// Bit is {0, 1}.
var Bit = Interval{lo: zero, hi: one}

var pow2, unsignedRange, signedRange = func() (p []*big.Int, u, s []Interval) {
	p = make([]*big.Int, maxCachedWidth+1)
	u, s = make([]Interval, maxCachedWidth+1), make([]Interval, maxCachedWidth+1)
	for w := range p {
		p[w] = new(big.Int).Lsh(one, uint(w))
	}
	for w := 1; w <= maxCachedWidth; w++ {
		u[w] = Of(zero, new(big.Int).Sub(p[w], one))
		s[w] = Of(new(big.Int).Neg(p[w-1]), new(big.Int).Sub(p[w-1], one))
	}
	return p, u, s
}()

// Pow2 returns 2^k; the result must not be changed.
func Pow2(k int) *big.Int {
	if k <= maxCachedWidth {
		return pow2[k]
	}
	return new(big.Int).Lsh(one, uint(k))
}

// TypeRange returns the range of width bits read as signed or unsigned numbers.
func TypeRange(width int, signed bool) Interval {
	switch {
	case width > maxCachedWidth && signed:
		h := Pow2(width - 1)
		return Of(new(big.Int).Neg(h), new(big.Int).Sub(h, one))
	case width > maxCachedWidth:
		return Of(zero, new(big.Int).Sub(Pow2(width), one))
	case signed:
		return signedRange[width]
	}
	return unsignedRange[width]
}

// Lo returns the least element; nil when there is none.
func (i Interval) Lo() *big.Int { return i.lo }

// Hi returns the greatest element; nil when there is none.
func (i Interval) Hi() *big.Int { return i.hi }

// IsEmpty reports whether the set is empty.
func (i Interval) IsEmpty() bool { return i.empty }

// IsTop reports whether the set has all integers.
func (i Interval) IsTop() bool { return !i.empty && i.lo == nil && i.hi == nil }

// Value returns the only element of a singleton.
func (i Interval) Value() (*big.Int, bool) {
	if i.empty || i.lo == nil || i.hi == nil || i.lo != i.hi && i.lo.Cmp(i.hi) != 0 {
		return nil, false
	}
	return i.lo, true
}

// IsFinite reports whether both bounds exist (the empty set is finite).
func (i Interval) IsFinite() bool { return i.empty || i.lo != nil && i.hi != nil }

// Contains reports whether v is an element.
func (i Interval) Contains(v *big.Int) bool {
	return !i.empty && (i.lo == nil || i.lo.Cmp(v) <= 0) && (i.hi == nil || v.Cmp(i.hi) <= 0)
}

func sameBound(a, b *big.Int) bool { return a == b || a != nil && b != nil && a.Cmp(b) == 0 }

// Equal reports whether both have the same elements.
func (i Interval) Equal(j Interval) bool {
	if i.empty || j.empty {
		return i.empty == j.empty
	}
	return sameBound(i.lo, j.lo) && sameBound(i.hi, j.hi)
}

// In reports whether i is a subset of j.
func (i Interval) In(j Interval) bool {
	if i.empty || j.empty {
		return i.empty
	}
	return (j.lo == nil || i.lo != nil && (j.lo == i.lo || j.lo.Cmp(i.lo) <= 0)) &&
		(j.hi == nil || i.hi != nil && (j.hi == i.hi || i.hi.Cmp(j.hi) <= 0))
}

// Join returns the least interval that contains both.
func (i Interval) Join(j Interval) Interval {
	if i.empty {
		return j
	}
	if j.empty {
		return i
	}
	return Interval{lo: lower(i.lo, j.lo), hi: upper(i.hi, j.hi)}
}

// Meet returns the intersection.
func (i Interval) Meet(j Interval) Interval {
	if i.empty || j.empty {
		return Empty
	}
	lo, hi := i.lo, i.hi
	if lo == nil || j.lo != nil && j.lo.Cmp(lo) > 0 {
		lo = j.lo
	}
	if hi == nil || j.hi != nil && j.hi.Cmp(hi) < 0 {
		hi = j.hi
	}
	return Of(lo, hi)
}

// lower returns the lesser of two lower bounds, nil being minus infinity.
func lower(a, b *big.Int) *big.Int {
	if a == nil || b == nil {
		return nil
	}
	if b.Cmp(a) < 0 {
		return b
	}
	return a
}

// upper returns the greater of two upper bounds, nil being plus infinity.
func upper(a, b *big.Int) *big.Int {
	if a == nil || b == nil {
		return nil
	}
	if b.Cmp(a) > 0 {
		return b
	}
	return a
}

// String prints the interval, for example [0, 10] or (-oo, 5].
func (i Interval) String() string {
	if i.empty {
		return "empty"
	}
	l, h := "(-oo", "+oo)"
	if i.lo != nil {
		l = "[" + i.lo.String()
	}
	if i.hi != nil {
		h = i.hi.String() + "]"
	}
	return l + ", " + h
}
