package intlower

import (
	"math/big"

	"cupel/analysis/absint/interval"
	"cupel/core/logic"
	"cupel/internal/sabotage"
)

// bitwise translates and, or, exclusive or: all follow from "and", since
// a|b = a + b - (a&b) and a^b = a + b - 2(a&b).
func (x *translator) bitwise(t *logic.Term) value {
	a, b := t.Arg(0), t.Arg(1)
	w := t.Sort().Width()
	va, vb := x.raw(a, true), x.raw(b, true)
	if x.err != nil {
		return va
	}
	if x.ones(a, va, w).disjoint(x.ones(b, vb, w)) {
		if t.Op() == logic.OpBVAnd {
			return x.num(new(big.Int))
		}
		return x.add(va, vb)
	}
	if t.Op() != logic.OpBVAnd && va.r.In(interval.Bit) && vb.r.In(interval.Bit) && !a.IsConst() && !b.IsConst() {
		zero, one := x.num(new(big.Int)), x.num(big.NewInt(1))
		if t.Op() == logic.OpBVOr {
			return x.ite(x.f.Eq(va.t, zero.t), vb, one)
		}
		return x.ite(x.f.Eq(va.t, vb.t), zero, one)
	}
	m, ok := x.and(a, b, va, vb, w)
	if !ok {
		return x.keep(t, "operands "+va.r.String()+" and "+vb.r.String())
	}
	switch t.Op() {
	case logic.OpBVOr:
		return x.sub(x.add(va, vb), m)
	case logic.OpBVXor:
		return x.sub(x.add(va, vb), x.scale(m, big.NewInt(2)))
	}
	return m
}

// and translates a & b, if it can; va and vb are a and b.
func (x *translator) and(a, b *logic.Term, va, vb value, w int) (value, bool) {
	switch {
	case b.IsConst():
		return x.mask(va, b.BVBig(), w)
	case a.IsConst():
		return x.mask(vb, a.BVBig(), w)
	case constLeaves(a) <= maxLeaves:
		return x.andCases(a, b, vb, w)
	case constLeaves(b) <= maxLeaves:
		return x.andCases(b, a, va, w)
	}
	for range 2 {
		if r, ok := x.andSmall(va, vb, w); ok {
			return r, true
		}
		va, vb = vb, va
	}
	return value{}, false
}

// constLeaves counts the leaves of a conditional whose leaves are all constants
// (more than maxLeaves when they are not).
func constLeaves(t *logic.Term) int {
	switch {
	case t.IsConst():
		return 1
	case t.Op() == logic.OpIte:
		if n := constLeaves(t.Arg(1)); n <= maxLeaves {
			return n + constLeaves(t.Arg(2))
		}
	}
	return maxLeaves + 1
}

func (x *translator) andCases(c, b *logic.Term, vb value, w int) (value, bool) {
	if c.IsConst() {
		return x.mask(vb, c.BVBig(), w)
	}
	p, ok := x.andCases(c.Arg(1), b, vb, w)
	if !ok {
		return value{}, false
	}
	q, ok := x.andCases(c.Arg(2), b, vb, w)
	if !ok {
		return value{}, false
	}
	return x.ite(x.boolean(c.Arg(0)), p, q), true
}

// andSmall translates a & b where a is all ones or all zeros, or has few bits.
func (x *translator) andSmall(a, b value, w int) (value, bool) {
	zero := x.num(new(big.Int))
	if a.r.In(interval.OfInt64(-1, 0)) {
		return x.ite(x.f.Eq(a.t, zero.t), zero, b), true
	}
	if a.r.In(interval.OfInt64(-1<<maxBits, -1)) { // a&b = b - (~a & b)
		r, ok := x.andSmall(x.sub(x.num(big.NewInt(-1)), a), b, w)
		return x.sub(b, r), ok
	}
	if !a.r.In(interval.OfInt64(0, 1<<maxBits-1)) {
		return value{}, false
	}
	n := min(w, a.r.Hi().BitLen())
	sum := zero
	for i := range n {
		bit := func(v value) value { return x.wrap(x.floorDiv(v, interval.Pow2(i)), 1, false) }
		p, q := bit(a), bit(b)
		both := x.ite(x.f.Eq(p.t, zero.t), zero, q)
		sum = x.add(sum, x.scale(both, interval.Pow2(i)))
	}
	return sum, true
}

// mask translates v & c for a constant c of w bits: the sum over c's runs of
// ones, each a difference of two remainders.
func (x *translator) mask(v value, c *big.Int, w int) (value, bool) {
	if v.r.Lo() != nil && v.r.Lo().Sign() >= 0 && v.r.Hi() != nil && v.r.Hi().BitLen() < w {
		known := v.r.Hi().BitLen()
		c = new(big.Int).And(c, new(big.Int).Sub(interval.Pow2(known), big.NewInt(1)))
		if c.BitLen() == known && isOnes(c) {
			return v, true
		}
	}
	sum := x.num(new(big.Int))
	runs := 0
	for l := 0; l < w; {
		if c.Bit(l) == 0 {
			l++
			continue
		}
		h := l
		for h < w && c.Bit(h) == 1 {
			h++
		}
		if runs++; runs > maxRuns {
			return value{}, false
		}
		sum = x.add(sum, x.run(v, l, h, w))
		l = h
	}
	return sum, true
}

// isOnes reports whether c is 2^k - 1 with k > 0.
func isOnes(c *big.Int) bool {
	return c.Sign() > 0 && c.TrailingZeroBits() == 0 && new(big.Int).Add(c, big.NewInt(1)).TrailingZeroBits() == uint(c.BitLen())
}

// run translates the bits l..h-1 of v, in their place.
func (x *translator) run(v value, l, h, w int) value {
	if h < w {
		v = x.wrap(v, h, false)
	}
	if l == 0 {
		return v
	}
	low := x.wrap(v, l, false)
	// v - v mod 2^l is a multiple of 2^l, which bounds it better than the difference.
	return x.val(x.f.Sub(v.t, low.t), v.r.FloorDiv(interval.Pow2(l)).Scale(interval.Pow2(l)))
}

// shift translates shifts; those by a variable amount distinguish its values.
func (x *translator) shift(t *logic.Term, signed bool) value {
	w := t.Sort().Width()
	n := x.view(t.Arg(1), false)
	lo, hi := n.r.Lo(), n.r.Hi()
	last := w // all larger amounts do the same
	if hi.IsInt64() && hi.Int64() < int64(w) {
		last = int(hi.Int64())
	}
	first := last
	if lo.IsInt64() && lo.Int64() < int64(last) {
		first = int(lo.Int64())
	}
	if last-first >= maxShifts+1 {
		return x.keep(t, "shift amount "+n.r.String())
	}
	v := x.shiftBy(t, last, signed)
	for k := last - 1; k >= first; k-- {
		v = x.ite(x.f.Le(n.t, x.f.IntConst(int64(k))), x.shiftBy(t, k, signed), v)
	}
	return v
}

// shiftBy translates the shift t as if its amount were k, 0 <= k <= width.
func (x *translator) shiftBy(t *logic.Term, k int, signed bool) value {
	a, w := t.Arg(0), t.Sort().Width()
	if sabotage.Active(sabotage.LowerShift) && k > 0 {
		k--
	}
	switch {
	case t.Op() == logic.OpBVShl && k == w:
		return x.num(new(big.Int))
	case t.Op() == logic.OpBVShl && a.IsConst():
		return x.raw(x.f.BVOp(logic.OpBVShl, a, x.f.BV(uint64(k), w)), signed)
	case t.Op() == logic.OpBVShl:
		return x.scale(x.raw(a, signed), interval.Pow2(k))
	}
	return x.floorDiv(x.view(a, t.Op() == logic.OpBVAShr), interval.Pow2(k))
}

// bitSet is a superset of the bits that can be one in a number.
type bitSet struct{ b *big.Int }

func (s bitSet) disjoint(o bitSet) bool { return new(big.Int).And(s.b, o.b).Sign() == 0 }

// ones bounds the one bits of a term with the given translation.
func (x *translator) ones(t *logic.Term, v value, w int) bitSet {
	all := new(big.Int).Sub(interval.Pow2(w), big.NewInt(1))
	if t.IsConst() {
		return bitSet{t.BVBig()}
	}
	if v.r.Lo() != nil && v.r.Lo().Sign() >= 0 && v.r.Hi() != nil && v.r.Hi().BitLen() < w {
		all = new(big.Int).Sub(interval.Pow2(v.r.Hi().BitLen()), big.NewInt(1))
	}
	sub := func(i int) *big.Int {
		a := t.Arg(i)
		return x.ones(a, x.raw(a, true), a.Sort().Width()).b
	}
	r := new(big.Int)
	switch t.Op() {
	case logic.OpBVAnd:
		r.And(sub(0), sub(1))
	case logic.OpBVOr, logic.OpBVXor:
		r.Or(sub(0), sub(1))
	case logic.OpZeroExt:
		r = sub(0)
	case logic.OpIte:
		r.Or(sub(1), sub(2))
	case logic.OpConcat:
		r.Or(r.Lsh(sub(0), uint(t.Arg(1).Sort().Width())), sub(1))
	case logic.OpExtract:
		r.Rsh(sub(0), uint(t.Lo()))
	case logic.OpBVShl, logic.OpBVLShr:
		k, ok := t.Arg(1).BVUint64()
		if !ok {
			return bitSet{all}
		}
		k = min(k, uint64(w))
		if t.Op() == logic.OpBVShl {
			r.Lsh(sub(0), uint(k))
		} else {
			r.Rsh(sub(0), uint(k))
		}
	default:
		return bitSet{all}
	}
	return bitSet{r.And(r, all)}
}
