package evidence

import (
	"math"
	"math/big"
	"strconv"

	"cupel/core/logic"
)

// cLiteral prints a value as a C literal.
func cLiteral(v *logic.Term, signed bool) string {
	switch s := v.Sort(); {
	case s.IsBV() && signed:
		return v.BVSigned().String()
	case s.IsBV():
		return v.BVBig().String()
	case s.IsFloat():
		return floatLiteral(v)
	}
	return v.String()
}

// floatLiteral prints a float exactly, as a hexadecimal literal.
func floatLiteral(v *logic.Term) string {
	bits := v.BVBig()
	switch v.Sort() {
	case logic.Float32:
		return hexFloat32(uint32(bits.Uint64()))
	case logic.Float64:
		return hexFloat64(bits.Uint64())
	}
	return "0x" + new(big.Int).Set(bits).Text(16)
}

func hexFloat32(bits uint32) string {
	return strconv.FormatFloat(float64(math.Float32frombits(bits)), 'x', -1, 32) + "f"
}

func hexFloat64(bits uint64) string {
	return strconv.FormatFloat(math.Float64frombits(bits), 'x', -1, 64)
}
