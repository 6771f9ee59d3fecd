package c

import (
	"fmt"
	"math"
	"math/big"

	"cupel/core/logic"
	"cupel/core/program"

	"modernc.org/cc/v4"
)

// constant returns the value of a literal.
func (b *builder) constant(v cc.Value, t *ctype) val {
	switch t.kind {
	case tInt, tPtr:
		switch x := v.(type) {
		case cc.Int64Value:
			return val{t: t, x: b.f.BVBig(big.NewInt(int64(x)), t.width)}
		case cc.UInt64Value:
			return val{t: t, x: b.f.BVBig(new(big.Int).SetUint64(uint64(x)), t.width)}
		}
	case tFloat:
		switch x := v.(type) {
		case cc.Float64Value:
			return val{t: t, x: b.floatConst(float64(x), t)}
		case *cc.LongDoubleValue:
			return val{t: t, x: b.f.FloatBits(t.sort, floatBitsOf((*big.Float)(x), t.sort))}
		case cc.Int64Value:
			return val{t: t, x: b.floatConst(float64(x), t)}
		}
	}
	panic(fmt.Sprintf("constant %v of type %s", v, t))
}

// floatConst returns the float constant nearest to x.
func (b *builder) floatConst(x float64, t *ctype) *logic.Term {
	switch t.sort {
	case logic.Float32:
		return b.f.FloatBits(t.sort, new(big.Int).SetUint64(uint64(math.Float32bits(float32(x)))))
	case logic.Float64:
		return b.f.FloatBits(t.sort, new(big.Int).SetUint64(math.Float64bits(x)))
	}
	if math.IsNaN(x) {
		return b.f.FP(logic.OpFPDiv, logic.RNE, b.floatConst(0, t), b.floatConst(0, t))
	}
	return b.f.FloatBits(t.sort, floatBitsOf(new(big.Float).SetPrec(113).SetFloat64(x), t.sort))
}

// floatBitsOf returns the IEEE bit pattern of x rounded to nearest even.
func floatBitsOf(x *big.Float, s *logic.Sort) *big.Int {
	eb, sb := uint(s.ExpBits()), uint(s.SigBits())
	bias := int(1)<<(eb-1) - 1
	frac := sb - 1
	r := new(big.Int)
	sign := x.Signbit()
	inf := func() *big.Int {
		return new(big.Int).Lsh(new(big.Int).SetInt64(int64(1)<<eb-1), frac)
	}
	switch {
	case x.IsInf():
		r = inf()
	case x.Sign() != 0:
		exp := x.MantExp(nil) - 1 // x = 1.m * 2^exp
		prec := sb
		if exp < 1-bias {
			short := uint(1 - bias - exp)
			if short >= sb+1 {
				prec = 0
			} else {
				prec = sb - short
			}
		}
		if prec == 0 {
			// Half of the least subnormal or less: ties to even give zero.
			half := new(big.Float).SetMantExp(big.NewFloat(1), 1-bias-int(frac)-1)
			if new(big.Float).Abs(x).Cmp(half) > 0 {
				r.SetInt64(1)
			}
			break
		}
		y := new(big.Float).SetPrec(prec).SetMode(big.ToNearestEven).Set(x)
		exp = y.MantExp(nil) - 1
		if exp > bias {
			r = inf()
			break
		}
		e := max(exp, 1-bias)
		m := new(big.Float).SetMantExp(new(big.Float).Abs(y), int(frac)-e)
		mi, _ := m.Int(nil)
		biased := int64(e + bias)
		if mi.BitLen() < int(sb) {
			biased = 0 // subnormal
		}
		mi.SetBit(mi, int(frac), 0)
		r = new(big.Int).Lsh(big.NewInt(biased), frac)
		r.Or(r, mi)
	}
	if sign {
		r.SetBit(r, int(eb+sb-1), 1)
	}
	return r
}

// convert converts a scalar value to the scalar type to, as by assignment.
func (b *builder) convert(v val, to *ctype, at cc.Node) *logic.Term {
	if v.x == nil {
		if !to.isScalar() {
			return nil
		}
		b.cut("conversion of an aggregate or void value", b.posOf(at))
		return b.anyVal(to).x
	}
	switch to.kind {
	case tInt, tPtr:
		if to.bool {
			return b.f.Ite(b.truth(v), b.f.BV(1, 8), b.f.BV(0, 8))
		}
		if v.t.kind == tFloat {
			return b.floatToInt(v, to)
		}
		if to.kind == tInt && v.t.kind == tPtr && !v.x.IsConst() {
			b.asNumber(at)
		}
		return b.resize(v.x, to.width, v.t.signed || v.t.kind == tPtr)
	case tFloat:
		switch v.t.kind {
		case tFloat:
			return b.f.FPConvert(logic.OpFPFromFP, to.sort, logic.RNE, v.x)
		case tInt:
			if v.t.signed {
				return b.f.FPConvert(logic.OpFPFromSBV, to.sort, logic.RNE, v.x)
			}
			return b.f.FPConvert(logic.OpFPFromUBV, to.sort, logic.RNE, v.x)
		}
	case tVoid:
		return v.x
	}
	b.cut(fmt.Sprintf("conversion from %s to %s", v.t, to), b.posOf(at))
	if to.isScalar() {
		return b.anyVal(to).x
	}
	return v.x
}

// asNumber records that a pointer is converted to an integer.
func (b *builder) asNumber(at cc.Node) {
	cast, _ := at.(*cc.CastExpression)
	uses := b.flagCasts[cast]
	if cast == nil || len(uses) == 0 {
		b.usesAddress(at)
	}
	for _, bits := range uses {
		b.flagUses = append(b.flagUses, flagUse{b.posOf(at), b.alias.ClassOfPointee(cast.CastExpression), bits, b.tt.pointee(b.typeOf(cast.CastExpression)).align})
	}
}

// usesAddress records that an address is taken as a number.
func (b *builder) usesAddress(at cc.Node) {
	pos := b.pos
	if at != nil { // nil: in a call through a pointer
		pos = b.posOf(at)
	}
	b.mod.AddressUses = append(b.mod.AddressUses, pos)
}

// resize truncates or extends a bit-vector to width w.
func (b *builder) resize(x *logic.Term, w int, signed bool) *logic.Term {
	switch have := x.Sort().Width(); {
	case have > w:
		return b.f.Extract(w-1, 0, x)
	case have < w && signed:
		return b.f.SignExt(w-have, x)
	case have < w:
		return b.f.ZeroExt(w-have, x)
	}
	return x
}

// floatToInt truncates toward zero; the behaviour is undefined when the result
// does not fit (C11 6.3.1.4).
func (b *builder) floatToInt(v val, to *ctype) *logic.Term {
	r := b.f.FP(logic.OpFPRoundToIntegral, logic.RTZ, v.x)
	w := to.width
	lo, hi := b.floatConst(0, v.t), b.pow2(w, v.t)
	if to.signed {
		hi = b.pow2(w-1, v.t)
		lo = b.f.FP(logic.OpFPNeg, logic.RNE, hi)
	}
	b.check(b.f.And(b.f.FP(logic.OpFPLe, logic.RNE, lo, r), b.f.FP(logic.OpFPLt, logic.RNE, r, hi)), program.Conversion, "conversion of a float out of range")
	return b.f.FPToBV(to.signed, w, logic.RTZ, v.x)
}

// pow2 returns 2^k in a float type (infinity when too large).
func (b *builder) pow2(k int, t *ctype) *logic.Term {
	return b.f.FloatBits(t.sort, floatBitsOf(new(big.Float).SetMantExp(big.NewFloat(1), k), t.sort))
}

// truth is the condition "v is not zero".
func (b *builder) truth(v val) *logic.Term {
	switch {
	case v.x == nil:
		return b.f.True()
	case v.t.kind == tFloat:
		return b.f.Not(b.f.FP(logic.OpFPEq, logic.RNE, v.x, b.floatConst(0, v.t)))
	}
	return b.f.Ne(v.x, b.f.BV(0, v.x.Sort().Width()))
}

// promoted applies the integer promotions to a value.
func (b *builder) promoted(v val) val {
	if v.t.kind != tInt {
		return v
	}
	t := b.tt.promote(v.t, v.bits)
	return val{t: t, x: b.resize(v.x, t.width, v.t.signed)}
}

// counting is an integer promoted, as an int where it is a narrower bit-precise one, so that it can be compared with numbers of things.
func (b *builder) counting(v val) val {
	if v = b.promoted(v); v.t.width < b.intT().width {
		return val{t: b.intT(), x: b.resize(v.x, b.intT().width, v.t.signed)}
	}
	return v
}

// usual applies the usual arithmetic conversions.
func (b *builder) usual(x, y val, at cc.Node) (val, val, *ctype) {
	if !x.t.isArith() || !y.t.isArith() {
		z := b.unsupported(fmt.Sprintf("operation on %s and %s", x.t, y.t), at, b.intT())
		return z, z, z.t
	}
	x, y = b.promoted(x), b.promoted(y)
	t := b.tt.usual(x.t, y.t)
	return val{t: t, x: b.convert(x, t, at)}, val{t: t, x: b.convert(y, t, at)}, t
}
