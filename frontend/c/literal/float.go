package literal

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"cupel/core/logic"
)

// X87 is the format of long double on x86, Float128 that of _Float128.
var X87, Float128 = logic.FloatSort(15, 64), logic.FloatSort(15, 113)

// number is a floating-point value that C has constants for, exactly; special is "nan" or "inf", with its sign, for the others.
func number(v *logic.Term) (x *big.Float, special string) {
	s, b := v.Sort(), v.BVBig()
	frac := uint(s.SigBits() - 1)
	m := new(big.Int).And(b, mask(frac))
	e := int(new(big.Int).And(new(big.Int).Rsh(b, frac), mask(uint(s.ExpBits()))).Int64())
	negative := b.Bit(int(frac)+s.ExpBits()) == 1
	bias := 1<<(s.ExpBits()-1) - 1
	switch {
	case e == 1<<s.ExpBits()-1 && m.Sign() != 0:
		return nil, "nan"
	case e == 1<<s.ExpBits()-1 && negative:
		return nil, "-inf"
	case e == 1<<s.ExpBits()-1:
		return nil, "inf"
	case e == 0:
		e = 1
	default:
		m.SetBit(m, int(frac), 1)
	}
	// As precise as the format is there, so that the shortest decimal is that of the format.
	x = new(big.Float).SetPrec(uint(max(m.BitLen(), 1))).SetInt(m)
	x.SetMantExp(x, e-bias-int(frac))
	if negative {
		x.Neg(x)
	}
	return x, ""
}

func mask(bits uint) *big.Int {
	m := new(big.Int).Lsh(big.NewInt(1), bits)
	return m.Sub(m, big.NewInt(1))
}

// exactFloat is a floating-point value in hexadecimal.
func exactFloat(v *logic.Term) string {
	x, special := number(v)
	if special != "" {
		return special
	}
	return x.Text('x', -1)
}

// shortFloat is the shortest decimal that is read as the value.
func shortFloat(v *logic.Term) string {
	x, s := number(v)
	if s != "" {
		return s
	}
	u, _ := v.BVUint64()
	switch v.Sort() {
	case logic.Float32:
		s = strconv.FormatFloat(float64(math.Float32frombits(uint32(u))), 'g', -1, 32)
	case logic.Float64:
		s = strconv.FormatFloat(math.Float64frombits(u), 'g', -1, 64)
	default:
		s = x.Text('g', -1)
	}
	if !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	return s
}

// format is what C writes for a type: the suffix of constants and of GCC's built-in functions.
func format(s *logic.Sort) (constant, builtin string, ok bool) {
	switch {
	case s == logic.Float32:
		return "f", "f", true
	case s == logic.Float64:
		return "", "", true
	case s == X87:
		return "L", "l", true
	case s == Float128:
		return "f128", "f128", true
	}
	return "", "", false
}

// Style is how finite floating-point constants are written.
type Style uint8

const (
	Hexadecimal Style = iota // exact in whatever precision a compiler keeps constants (FLT_EVAL_METHOD)
	Decimal                  // decimal where that is short, for people
)

// maxDecimal is the length from which hexadecimal is easier to read than decimal.
const maxDecimal = 12

// Float is a floating-point value as a constant of its type; false: no type of C has it.
func Float(v *logic.Term, style Style) (string, Kind, bool) {
	suffix, builtin, ok := format(v.Sort())
	if !ok {
		return "", Primary, false
	}
	kind := Primary
	if v.BVBig().Bit(v.Sort().Width()-1) == 1 {
		kind = Unary
	}
	switch _, special := number(v); special {
	case "nan":
		return "__builtin_nan" + builtin + `("")`, Primary, true
	case "inf":
		return "__builtin_inf" + builtin + "()", kind, true
	case "-inf":
		return "-__builtin_inf" + builtin + "()", kind, true
	}
	s := exactFloat(v)
	if style == Decimal {
		if d := shortFloat(v); len(d) <= maxDecimal {
			s = d
		}
	}
	return s + suffix, kind, true
}

// Largest is the largest finite value of a type as a constant.
func Largest(s *logic.Sort) (string, bool) {
	suffix, _, ok := format(s)
	if !ok {
		return "", false
	}
	m := mask(uint(s.SigBits()))
	x := new(big.Float).SetInt(m)
	return x.SetMantExp(x, 1<<(s.ExpBits()-1)-s.SigBits()).Text('x', -1) + suffix, true
}

// integerBit is the bit between exponent and fraction that long double has in memory.
const integerBit = 63

// ToX87 is a long double as memory keeps it: the significand with its integer bit, and sign and exponent.
func ToX87(v *logic.Term) (significand *big.Int, head uint64) {
	b := v.BVBig()
	significand = new(big.Int).And(b, mask(integerBit))
	head = new(big.Int).Rsh(b, integerBit).Uint64()
	if head&0x7fff != 0 {
		significand.SetBit(significand, integerBit, 1)
	}
	return significand, head
}

// OfX87 are the bits of the long double that ten bytes of memory keep; false: the processor takes them for none, or for another one.
func OfX87(memory *big.Int) (*big.Int, bool) {
	head := new(big.Int).Rsh(memory, integerBit+1)
	b := new(big.Int).And(memory, mask(integerBit))
	if memory.BitLen() > 80 || (memory.Bit(integerBit) == 1) != (head.Uint64()&0x7fff != 0) {
		return nil, false
	}
	return b.Or(b, head.Lsh(head, integerBit)), true
}
