package interp

import (
	"math"

	"cupel/core/logic"
)

// value returns the number a bit pattern stands for; exact for both sorts.
func value(u uint64, single bool) float64 {
	if single {
		return float64(math.Float32frombits(uint32(u)))
	}
	return math.Float64frombits(u)
}

// pattern is the inverse of value; v is a float when single.
func pattern(v float64, single bool) uint64 {
	if single {
		return uint64(math.Float32bits(float32(v)))
	}
	return math.Float64bits(v)
}

func isNaN(u uint64, single bool) bool {
	v := value(u, single)
	return v != v
}

// float compiles the operators whose first argument is a float or double; nil
// for what needs folding: other rounding modes than C's, and rare operators.
func (c *compiler) float(t *logic.Term) func() uint64 {
	a := t.Args()
	s := a[0].Sort()
	x := c.word(a[0])
	single := s == logic.Float32
	val := func() float64 { return value(x(), single) }
	switch t.Op() {
	case logic.OpFPNeg:
		sign := uint64(1) << uint(s.Width()-1)
		return func() uint64 { return x() ^ sign }
	case logic.OpFPAbs:
		sign := uint64(1) << uint(s.Width()-1)
		return func() uint64 { return x() &^ sign }
	case logic.OpFPIsNaN:
		return func() uint64 { return b2u(isNaN(x(), single)) }
	case logic.OpFPIsInf:
		return func() uint64 { return b2u(math.IsInf(val(), 0)) }
	case logic.OpFPIsZero:
		return func() uint64 { return b2u(val() == 0) }
	case logic.OpFPIsNeg:
		return func() uint64 { v := val(); return b2u(v == v && math.Signbit(v)) }
	case logic.OpFPFromFP:
		return convertFloat(t, x, single)
	case logic.OpFPToSBV, logic.OpFPToUBV:
		return c.toInt(t, val)
	case logic.OpFPRoundToIntegral:
		if f := rounding(t.Rounding()); f != nil {
			return func() uint64 { return pattern(f(val()), single) }
		}
		return nil
	case logic.OpFPSqrt:
		if t.Rounding() != logic.RNE {
			return nil
		}
		// The root of a float, rounded twice, is correctly rounded.
		return func() uint64 { return pattern(math.Sqrt(val()), single) }
	}
	if len(a) != 2 {
		return nil
	}
	y := c.word(a[1])
	switch t.Op() {
	case logic.OpFPEq:
		return func() uint64 { return b2u(val() == value(y(), single)) }
	case logic.OpFPLe:
		return func() uint64 { return b2u(val() <= value(y(), single)) }
	case logic.OpFPLt:
		return func() uint64 { return b2u(val() < value(y(), single)) }
	}
	switch {
	case t.Rounding() != logic.RNE:
		return nil
	case single:
		return arithmeticCode(t.Op(), x, y, func(u uint64) float32 { return math.Float32frombits(uint32(u)) },
			func(v float32) uint64 { return uint64(math.Float32bits(v)) })
	}
	return arithmeticCode(t.Op(), x, y, math.Float64frombits, math.Float64bits)
}

// arithmeticCode is an operation of floats that num and out convert from and to their bits.
func arithmeticCode[T float32 | float64](op logic.Op, x, y func() uint64, num func(uint64) T, out func(T) uint64) func() uint64 {
	switch op {
	case logic.OpFPAdd:
		return func() uint64 { return out(num(x()) + num(y())) }
	case logic.OpFPSub:
		return func() uint64 { return out(num(x()) - num(y())) }
	case logic.OpFPMul:
		return func() uint64 { return out(num(x()) * num(y())) }
	case logic.OpFPDiv:
		return func() uint64 { return out(num(x()) / num(y())) }
	}
	return nil
}

func convertFloat(t *logic.Term, x func() uint64, single bool) func() uint64 {
	switch to := t.Sort(); {
	case to == t.Arg(0).Sort():
		return x
	case to == logic.Float64 && single:
		return func() uint64 { return math.Float64bits(value(x(), true)) }
	case to == logic.Float32 && t.Rounding() == logic.RNE:
		return func() uint64 { return pattern(value(x(), false), true) }
	}
	return nil
}

// rounding returns the function that rounds to an integral value.
func rounding(rm logic.RoundingMode) func(float64) float64 {
	switch rm {
	case logic.RNE:
		return math.RoundToEven
	case logic.RNA:
		return math.Round
	case logic.RTP:
		return math.Ceil
	case logic.RTN:
		return math.Floor
	case logic.RTZ:
		return math.Trunc
	}
	return nil
}

// toInt compiles conversions to integers. Out of range the result is not
// specified, and the term has no value.
func (c *compiler) toInt(t *logic.Term, val func() float64) func() uint64 {
	round := rounding(t.Rounding())
	if round == nil || !isWord(t.Sort()) {
		return nil
	}
	w := t.Sort().Width()
	signed := t.Op() == logic.OpFPToSBV
	low, high := 0.0, math.Ldexp(1, w) // low <= v < high
	if signed {
		low, high = -math.Ldexp(1, w-1), math.Ldexp(1, w-1)
	}
	mk := maskOf(w)
	slow := c.slow(t)
	return func() uint64 {
		v := round(val())
		switch {
		case !(v >= low && v < high):
			return slow()
		case v < 0:
			return uint64(int64(v)) & mk
		}
		return uint64(v)
	}
}

// fromInt compiles conversions of integers of w <= 64 bits.
func fromInt(t *logic.Term, x func() uint64, w int) func() uint64 {
	if t.Rounding() != logic.RNE {
		return nil
	}
	signed := t.Op() == logic.OpFPFromSBV
	switch t.Sort() {
	case logic.Float32:
		if signed {
			return func() uint64 { return uint64(math.Float32bits(float32(sext(x(), w)))) }
		}
		return func() uint64 { return uint64(math.Float32bits(float32(x()))) }
	case logic.Float64:
		if signed {
			return func() uint64 { return math.Float64bits(float64(sext(x(), w))) }
		}
		return func() uint64 { return math.Float64bits(float64(x())) }
	}
	return nil
}
