package logic

import "math/big"

// whole is a float that is an integer: the value of a bit-vector.
type whole struct {
	x      *Term
	signed bool
}

// exact returns the bit-vector whose value a float is exactly: one converted to a sort that holds all its values (IEEE 754 5.4.1).
func exact(a *Term) (w whole, ok bool) {
	if a.op != OpFPFromSBV && a.op != OpFPFromUBV || a.sort.p > maxExpBits {
		return w, false
	}
	w = whole{x: a.args[0], signed: a.op == OpFPFromSBV}
	digits := w.x.sort.Width()
	if w.signed {
		digits-- // the least value is a power of two
	}
	return w, digits <= a.sort.q && digits < 1<<(a.sort.p-1)-1
}

// lowest and highest bound the values.
func (w whole) lowest() *big.Int {
	if !w.signed {
		return new(big.Int)
	}
	return new(big.Int).Neg(pow2(w.x.sort.Width() - 1))
}

func (w whole) highest() *big.Int {
	n := w.x.sort.Width()
	if w.signed {
		n--
	}
	return new(big.Int).Sub(pow2(n), bigOne)
}

// extended is the value as a signed bit-vector.
func (f *Factory) extended(w whole, width int) *Term {
	if w.signed {
		return f.SignExt(width-w.x.sort.Width(), w.x)
	}
	return f.ZeroExt(width-w.x.sort.Width(), w.x)
}

// compareExact compares two integers given as floats, of which one may be any constant, as bit-vectors; nil: they are none.
func (f *Factory) compareExact(op Op, a, b *Term) *Term {
	x, isX := exact(a)
	y, isY := exact(b)
	switch {
	case isX && isY:
		width := max(x.x.sort.Width(), y.x.sort.Width()) + 1
		if x.signed == y.signed && x.x.sort == y.x.sort {
			width--
		}
		return f.orderOf(op, f.extended(x, width), f.extended(y, width), x.signed || width > x.x.sort.Width())
	case isX && b.op == OpConst:
		c := unpack(b.sort, b.BVBig())
		switch op {
		case OpFPLt: // x < c if and only if x <= ceil(c) - 1
			return f.atMost(x, c, RTP, -1)
		case OpFPLe:
			return f.atMost(x, c, RTN, 0)
		}
		if c.class == fpInf || c.class != fpZero && c.integral(RTN).Cmp(c.integral(RTP)) != 0 {
			return f.tFalse
		}
		return f.And(f.atMost(x, c, RTN, 0), f.Not(f.atMost(x, c, RTN, -1)))
	case isY && a.op == OpConst:
		c := unpack(a.sort, a.BVBig())
		switch op {
		case OpFPLt: // c < y if and only if not y <= floor(c)
			return f.Not(f.atMost(y, c, RTN, 0))
		case OpFPLe:
			return f.Not(f.atMost(y, c, RTP, -1))
		}
		return f.compareExact(op, b, a)
	}
	return nil
}

// atMost is w <= c + d for a constant that is no NaN, rounded to an integer.
func (f *Factory) atMost(w whole, c float, rm RoundingMode, d int64) *Term {
	if c.class == fpInf {
		return f.BoolConst(!c.neg)
	}
	if bits := w.x.sort.Width() + 1; c.class == fpFinite && c.exp+c.sig.BitLen() > bits { // out of range, and perhaps huge
		return f.BoolConst(!c.neg)
	}
	v := c.integral(rm)
	v.Add(v, big.NewInt(d))
	switch {
	case v.Cmp(w.highest()) >= 0:
		return f.tTrue
	case v.Cmp(w.lowest()) < 0:
		return f.tFalse
	}
	return f.orderOf(OpFPLe, w.x, f.BVBig(v, w.x.sort.Width()), w.signed)
}

// orderOf is the comparison of bit-vectors that a comparison of floats stands for.
func (f *Factory) orderOf(op Op, x, y *Term, signed bool) *Term {
	switch {
	case op == OpFPEq:
		return f.Eq(x, y)
	case op == OpFPLt && signed:
		return f.SLt(x, y)
	case op == OpFPLt:
		return f.ULt(x, y)
	case signed:
		return f.SLe(x, y)
	}
	return f.ULe(x, y)
}

// truncated is an integer given as a float, as a bit-vector of a width and sign that holds it; nil: it is none. Out of range the result is unspecified.
func (f *Factory) truncated(signed bool, width int, a *Term) *Term {
	w, ok := exact(a)
	have := 0
	if ok {
		have = w.x.sort.Width()
	}
	switch {
	case ok && w.signed == signed && width >= have, ok && !w.signed && width > have:
		return f.extended(w, width)
	}
	return nil
}
