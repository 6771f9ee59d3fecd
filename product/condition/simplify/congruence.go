package simplify

import (
	"math/bits"

	"cupel/core/logic"
)

// canonical returns the normal form of a literal that is no set: tests of the last bits of a symbol become
// remainders, and remainders are those of symbols rather than of their extensions.
func (z *simplifier) canonical(l *logic.Term) *logic.Term {
	a := l
	if l.Op() == logic.OpNot {
		a = l.Arg(0)
	}
	if a.Op() != logic.OpEq || !a.Arg(0).Sort().IsBV() {
		return l
	}
	c, constant := a.Arg(1).BVUint64()
	if !constant || a.Arg(0).IsConst() {
		return l
	}
	r := a
	if s, k, rest, ok := z.lastBits(a.Arg(0), c); ok {
		r = z.congruent(s, 1<<k, rest)
	} else if n := z.narrowRemainder(a.Arg(0), a.Arg(1)); n != nil {
		r = n
	}
	if a != l {
		r = z.f.Not(r)
	}
	return r
}

// lastBits recognises that x == c states that a symbol is r modulo 2^k.
func (z *simplifier) lastBits(x *logic.Term, c uint64) (s *symbol, k int, r uint64, ok bool) {
	w := x.Sort().Width()
	switch x.Op() {
	case logic.OpExtract:
		if x.Lo() != 0 {
			return nil, 0, 0, false
		}
		k = w
	case logic.OpBVAnd, logic.OpBVURem, logic.OpBVSRem:
		m, constant := x.Arg(1).BVUint64()
		switch {
		case !constant:
			return nil, 0, 0, false
		case x.Op() == logic.OpBVAnd:
			m++
		case x.Op() == logic.OpBVSRem && c != 0:
			return nil, 0, 0, false
		case x.Op() == logic.OpBVSRem && m>>(w-1) == 1:
			m = -m & ones(w)
		}
		if bits.OnesCount64(m) != 1 || c >= m {
			return nil, 0, 0, false
		}
		k = bits.TrailingZeros64(m)
	default:
		return nil, 0, 0, false
	}
	r = c
	for x = x.Arg(0); ; x = x.Arg(0) {
		switch x.Op() {
		case logic.OpVar:
			i, found := z.index[x]
			if !found || k < 1 || k > z.syms[i].width-2 {
				return nil, 0, 0, false
			}
			return &z.syms[i], k, r & ones(k), true
		case logic.OpBVAdd, logic.OpBVAddNSW:
			d, constant := x.Arg(1).BVUint64()
			if !constant {
				return nil, 0, 0, false
			}
			r -= d
		case logic.OpZeroExt, logic.OpSignExt:
		default:
			return nil, 0, 0, false
		}
	}
}

// narrowRemainder writes a remainder of an extended symbol, compared with c, as one of the symbol.
func (z *simplifier) narrowRemainder(x, c *logic.Term) *logic.Term {
	if x.Op() != logic.OpBVSRem && x.Op() != logic.OpBVURem {
		return nil
	}
	y, m := x.Arg(0), x.Arg(1)
	if !m.IsConst() || y.Op() != logic.OpZeroExt && y.Op() != logic.OpSignExt || !y.Arg(0).IsVar() {
		return nil
	}
	n := y.Arg(0).Sort().Width()
	small := func(t *logic.Term, room int) bool { return t.BVSigned().BitLen() <= room }
	switch low := func(t *logic.Term) *logic.Term { return z.f.Extract(n-1, 0, t) }; {
	case m.BVSigned().Sign() <= 0: // as unsigned ones these are huge
	case y.Op() == logic.OpZeroExt && c.BVSigned().Sign() >= 0 && small(m, n) && small(c, n):
		return z.f.Eq(z.f.BVOp(logic.OpBVURem, y.Arg(0), low(m)), low(c))
	case y.Op() == logic.OpSignExt && x.Op() == logic.OpBVSRem && small(m, n-1) && small(c, n-1):
		return z.f.Eq(z.f.BVOp(logic.OpBVSRem, y.Arg(0), low(m)), low(c))
	}
	return nil
}

// remainder is the symbol's remainder, as C computes it.
func (z *simplifier) remainder(s *symbol, m uint64) *logic.Term {
	op := logic.OpBVURem
	if s.signed {
		op = logic.OpBVSRem
	}
	return z.f.BVOp(op, s.term, z.f.BV(m, s.width))
}

// congruent is the literal that a symbol is r modulo m, a power of two. C's remainder of a negative number is negative: except for 0, and for other than
// 0 modulo 2, bits are meant.
func (z *simplifier) congruent(s *symbol, m, r uint64) *logic.Term {
	zero := z.f.BV(0, s.width)
	switch {
	case r == 0:
		return z.f.Eq(z.remainder(s, m), zero)
	case m == 2:
		return z.f.Ne(z.remainder(s, m), zero)
	case s.signed:
		return z.f.Eq(z.f.BVOp(logic.OpBVAnd, s.term, z.f.BV(m-1, s.width)), z.f.BV(r, s.width))
	}
	return z.f.Eq(z.remainder(s, m), z.f.BV(r, s.width))
}

// progression is the literal that a symbol with a key in the hull is the value with a key modulo m; nil: it has no simple form.
func (z *simplifier) progression(s *symbol, hull span, key, m uint64) *logic.Term {
	if m < 2 || m > ones(s.width-1) {
		return nil
	}
	f, w := z.f, s.width
	if !s.signed {
		if bits.OnesCount64(m) == 1 {
			return z.congruent(s, m, key%m)
		}
		return f.Eq(z.remainder(s, m), f.BV(key%m, w))
	}
	number := func(key uint64) int64 { return int64(key - s.bias()) }
	n := int64(m)
	r := (number(key)%n + n) % n
	switch {
	case bits.OnesCount64(m) == 1:
		return z.congruent(s, m, uint64(r))
	case r == 0 || number(hull.lo) >= 0:
		return f.Eq(z.remainder(s, m), f.BVInt(r, w))
	case number(hull.hi) <= 0:
		return f.Eq(z.remainder(s, m), f.BVInt(r-n, w))
	case s.top()-hull.hi >= m-uint64(r): // x + (m - r) does not wrap
		return f.Eq(f.BVOp(logic.OpBVSRem, f.BVOp(logic.OpBVAdd, s.term, f.BVInt(n-r, w)), f.BV(m, w)), f.BV(0, w))
	case hull.lo >= uint64(r):
		return f.Eq(f.BVOp(logic.OpBVSRem, f.BVOp(logic.OpBVSub, s.term, f.BVInt(r, w)), f.BV(m, w)), f.BV(0, w))
	}
	return nil
}

// unsigned is the meaning of a literal x % m == r with r != 0 apart from the sign of x; nil: it is none, or m is no power of two.
func (z *simplifier) unsigned(l *logic.Term) *logic.Term {
	if l.Op() != logic.OpEq || l.Arg(0).Op() != logic.OpBVSRem || !l.Arg(1).IsConst() {
		return nil
	}
	i, ok := z.index[l.Arg(0).Arg(0)]
	m, constant := l.Arg(0).Arg(1).BVUint64()
	if !ok || !constant || bits.OnesCount64(m) != 1 || bits.Len64(m) > z.syms[i].width-1 {
		return nil
	}
	r, _ := l.Arg(1).BVUint64()
	if r == 0 {
		return nil
	}
	return z.congruent(&z.syms[i], m, r&(m-1))
}
