package execution

import (
	"math/big"
	"slices"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/frontend/c/literal"
)

// value prints a constant as a value of a type; nil: unknown type.
func (r *Recorder) value(t *program.Type, v *logic.Term, signed bool) string {
	if v == nil {
		return "?"
	}
	s := v.Sort()
	switch {
	case s.IsFloat():
		return literal.Short(v, signed)
	case !s.IsBV():
		return v.String()
	case t == nil || t.Kind == program.OtherType:
		return literal.Short(v, signed)
	}
	switch t.Kind {
	case program.BoolType:
		if v.BVBig().Sign() != 0 {
			return "true"
		}
		return "false"
	case program.CharacterType:
		return character(v, t)
	case program.PointerType:
		a, _ := v.BVUint64()
		return r.pointer(t, a)
	case program.FloatType:
		return r.floatOfBits(t, v.BVBig())
	}
	return literal.Short(v, t.Signed)
}

// character prints printable characters as such, together with their number, which comes first if the type
// suggests a number.
func character(v *logic.Term, t *program.Type) string {
	n, _ := v.BVUint64()
	number := literal.Short(v, t.Signed)
	q, ok := literal.Character(byte(n))
	switch {
	case !ok:
		return number
	case t.Name == "char":
		return q + " (" + number + ")"
	case n < 32:
		return number
	}
	return number + " (" + q + ")"
}

// stringLiteral is a string literal of bytes up to the first zero.
func stringLiteral(bytes []byte) string {
	if i := slices.Index(bytes, 0); i >= 0 {
		bytes = bytes[:i]
	}
	if len(bytes) > maxString {
		return literal.String(bytes[:maxString]) + "..."
	}
	return literal.String(bytes)
}

// floatOfBits writes the shortest decimal that means the value of bytes of memory.
func (r *Recorder) floatOfBits(t *program.Type, bits *big.Int) string {
	sort := logic.Float64
	switch t.Size {
	case 4:
		sort = logic.Float32
	case 8:
	case 10:
		number, ok := literal.OfX87(bits)
		if !ok {
			return "0x" + bits.Text(16)
		}
		sort, bits = literal.X87, number
	case 16:
		sort = literal.Float128
	default:
		return "0x" + bits.Text(16)
	}
	return literal.Short(r.p.Terms.FloatBits(sort, bits), true)
}
