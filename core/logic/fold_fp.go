package logic

import (
	"math"
	"math/big"
)

// foldFP computes a floating-point operation on constants; nil when an
// argument is not constant or the result is not determined by IEEE 754.
func (f *Factory) foldFP(op Op, s *Sort, rm RoundingMode, width int, args []*Term) *Term {
	for _, a := range args {
		if a.op != OpConst || a.sort.IsFloat() && a.sort.p > maxExpBits {
			return nil
		}
	}
	if s.IsFloat() && s.p > maxExpBits {
		return nil
	}
	if r, ok := f.foldNative(op, s, rm, args); ok {
		return r
	}
	var b *big.Int
	switch op {
	case OpFPFromBits:
		return f.FloatBits(s, args[0].BVBig())
	case OpFPFromUBV, OpFPFromSBV:
		v := args[0].BVBig()
		if op == OpFPFromSBV {
			v = args[0].BVSigned()
		}
		if v.Sign() == 0 {
			b = special(s, fpZero, false)
		} else {
			b = pack(s, rm, v.Sign() < 0, new(big.Int).Abs(v), 0, false)
		}
		return f.bits(s, b)
	case OpFPFromReal:
		return f.bits(s, packRat(s, rm, args[0].num()))
	}

	var v [3]float
	nan := false
	for i, a := range args {
		v[i] = unpack(a.sort, a.BVBig())
		nan = nan || v[i].class == fpNaN
	}
	if r, ok := f.foldFPOther(op, s, rm, width, args, v, nan); ok {
		return r
	}
	x, y := v[0], v[1]
	if nan {
		return f.bits(s, special(s, fpNaN, false))
	}
	switch op {
	case OpFPAdd:
		b = addFloat(s, rm, x, y)
	case OpFPSub:
		y.neg = !y.neg
		b = addFloat(s, rm, x, y)
	case OpFPMul:
		b = mulFloat(x, y).bits(s, rm)
	case OpFPDiv:
		b = divFloat(s, rm, x, y)
	case OpFPFMA:
		if p := mulFloat(x, y); p.class == fpNaN {
			b = special(s, fpNaN, false)
		} else {
			b = addFloat(s, rm, p, v[2])
		}
	case OpFPSqrt:
		b = sqrtFloat(s, rm, x)
	case OpFPRem:
		b = remFloat(s, x, y)
	case OpFPRoundToIntegral:
		b = integralFloat(s, rm, x)
	case OpFPFromFP:
		b = x.bits(s, rm)
	case OpFPNeg:
		x.neg = !x.neg
		b = x.bits(s, RNE)
	case OpFPAbs:
		x.neg = false
		b = x.bits(s, RNE)
	default:
		return nil
	}
	return f.bits(s, b)
}

// foldFPOther folds the operations whose result is not a float, or that do not
// propagate NaN. ok is false for all others.
func (f *Factory) foldFPOther(op Op, s *Sort, rm RoundingMode, width int, args []*Term, v [3]float, nan bool) (r *Term, ok bool) {
	x, y := v[0], v[1]
	subnormal := func() bool { return x.class == fpFinite && x.exp+x.sig.BitLen()-1 < emin(args[0].sort) }
	switch op {
	case OpFPEq:
		return f.BoolConst(!nan && x.cmp(y) == 0), true
	case OpFPLe:
		return f.BoolConst(!nan && x.cmp(y) <= 0), true
	case OpFPLt:
		return f.BoolConst(!nan && x.cmp(y) < 0), true
	case OpFPIsNaN:
		return f.BoolConst(nan), true
	case OpFPIsInf:
		return f.BoolConst(x.class == fpInf), true
	case OpFPIsZero:
		return f.BoolConst(x.class == fpZero), true
	case OpFPIsSubnormal:
		return f.BoolConst(subnormal()), true
	case OpFPIsNormal:
		return f.BoolConst(x.class == fpFinite && !subnormal()), true
	case OpFPIsNeg:
		return f.BoolConst(x.neg && !nan), true
	case OpFPMin, OpFPMax:
		switch {
		case x.class == fpNaN:
			return args[1], true
		case y.class == fpNaN:
			return args[0], true
		case x.class == fpZero && y.class == fpZero && x.neg != y.neg:
			return nil, true // either zero may be the result
		}
		if c := x.cmp(y); c <= 0 == (op == OpFPMin) {
			return args[0], true
		}
		return args[1], true
	case OpFPToSBV, OpFPToUBV:
		if nan || x.class == fpInf || x.class == fpFinite && x.exp > width {
			return nil, true
		}
		n := x.integral(rm)
		t := f.BVBig(n, width)
		back := t.BVBig()
		if op == OpFPToSBV {
			back = t.BVSigned()
		}
		if back.Cmp(n) != 0 {
			return nil, true
		}
		return t, true
	case OpFPToReal:
		if nan || x.class == fpInf {
			return nil, true
		}
		return f.Num(Real, x.rat()), true
	}
	return nil, false
}

// foldNative is the fast path: the operations of float and double that the
// machine rounds correctly, to nearest even. Every result goes through a
// conversion or a bit pattern, so the compiler cannot fuse operations.
func (f *Factory) foldNative(op Op, s *Sort, rm RoundingMode, args []*Term) (*Term, bool) {
	if rm != RNE || len(args) == 0 {
		return nil, false
	}
	u, v := args[0].u, uint64(0)
	if len(args) == 2 {
		v = args[1].u
	}
	switch args[0].sort {
	case Float64:
		x, y := math.Float64frombits(u), math.Float64frombits(v)
		switch {
		case op == OpFPSqrt:
			return f.float64Const(math.Sqrt(x)), true
		case op == OpFPFromFP && s == Float32:
			return f.float32Const(float32(x)), true
		}
		return operate(f, op, x, y, f.float64Const)
	case Float32:
		x, y := math.Float32frombits(uint32(u)), math.Float32frombits(uint32(v))
		if op == OpFPFromFP && s == Float64 {
			return f.float64Const(float64(x)), true
		}
		return operate(f, op, x, y, f.float32Const)
	}
	return nil, false
}

// operate is foldNative for the operations that both formats have.
func operate[T float32 | float64](f *Factory, op Op, x, y T, constant func(T) *Term) (*Term, bool) {
	switch op {
	case OpFPAdd:
		return constant(x + y), true
	case OpFPSub:
		return constant(x - y), true
	case OpFPMul:
		return constant(x * y), true
	case OpFPDiv:
		return constant(x / y), true
	case OpFPEq:
		return f.BoolConst(x == y), true
	case OpFPLe:
		return f.BoolConst(x <= y), true
	case OpFPLt:
		return f.BoolConst(x < y), true
	}
	return nil, false
}

// float64Const and float32Const go through FloatBits for the one NaN.
func (f *Factory) float64Const(v float64) *Term {
	return f.FloatBits(Float64, new(big.Int).SetUint64(math.Float64bits(v)))
}

func (f *Factory) float32Const(v float32) *Term {
	return f.FloatBits(Float32, new(big.Int).SetUint64(uint64(math.Float32bits(v))))
}
