package testgen

import (
	"fmt"
	"math"
	"math/big"
	"strconv"

	"cupel/core/logic"
)

// Literal prints a value as a C literal that needs no declaration: a decimal or hexadecimal integer, a
// floating-point number, or nan and inf as strtod reads them.
func Literal(v *logic.Term, signed bool) string {
	switch s := v.Sort(); {
	case s.IsBool():
		if v.IsTrue() {
			return "1"
		}
		return "0"
	case s == logic.Float32:
		return float(float64(math.Float32frombits(uint32(v.BVBig().Uint64()))), 32)
	case s == logic.Float64:
		return float(math.Float64frombits(v.BVBig().Uint64()), 64)
	case s.IsBV():
		n := new(big.Int).Set(v.BVBig())
		if w := s.Width(); signed && n.Bit(w-1) == 1 {
			n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(w)))
		}
		return n.String()
	}
	return wide(v)
}

// wide prints an 80-bit long double without its integer bit: sign, 15 bits of exponent, 63 of fraction.
func wide(v *logic.Term) string {
	s, b := v.Sort(), v.BVBig()
	if !s.IsFloat() || s.ExpBits() != 15 || s.SigBits() != 64 {
		return fmt.Sprint(v)
	}
	exponent := int(new(big.Int).Rsh(b, 63).Uint64() & 0x7fff)
	fraction := new(big.Int).And(b, new(big.Int).SetUint64(1<<63-1))
	sign := ""
	if b.Bit(78) == 1 {
		sign = "-"
	}
	const bias = 16383 + 63
	switch {
	case exponent == 0x7fff && fraction.Sign() != 0:
		return "nan"
	case exponent == 0x7fff:
		return sign + "inf"
	case exponent == 0:
		return fmt.Sprintf("%s0x%xp%+d", sign, fraction, 1-bias)
	}
	return fmt.Sprintf("%s0x%xp%+d", sign, fraction.SetBit(fraction, 63, 1), exponent-bias)
}

func float(x float64, bits int) string {
	switch {
	case math.IsNaN(x):
		return "nan"
	case math.IsInf(x, 0):
		return strconv.FormatFloat(x, 'g', -1, bits)[:1] + "inf"
	}
	return strconv.FormatFloat(x, 'x', -1, bits)
}
