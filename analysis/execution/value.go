package execution

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"cupel/core/logic"
	"cupel/core/program"
)

// value prints a constant as a value of a type; nil: unknown type.
func (r *Recorder) value(t *program.Type, v *logic.Term, signed bool) string {
	if v == nil {
		return "?"
	}
	s := v.Sort()
	switch {
	case s.IsFloat():
		return float(v)
	case !s.IsBV():
		return v.String()
	case t == nil || t.Kind == program.OtherType:
		return integer(v, signed)
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
		return floatOfBits(t, v.BVBig())
	}
	return integer(v, t.Signed)
}

func integer(v *logic.Term, signed bool) string {
	if signed {
		return v.BVSigned().String()
	}
	return v.BVBig().String()
}

// character prints printable characters as such, together with their number, which comes first if the type
// suggests a number.
func character(v *logic.Term, t *program.Type) string {
	n, _ := v.BVUint64()
	number := integer(v, t.Signed)
	q, ok := quoted(byte(n))
	q = "'" + strings.ReplaceAll(q, "'", `\'`) + "'"
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

// quoted prints a byte in a literal; false if that needs an unusual escape.
func quoted(b byte) (string, bool) {
	switch b {
	case 0:
		return `\0`, true
	case '\n':
		return `\n`, true
	case '\t':
		return `\t`, true
	case '\r':
		return `\r`, true
	case '\\':
		return `\\`, true
	}
	if b < 32 || b > 126 {
		return "", false
	}
	return string(rune(b)), true
}

// literal prints bytes up to the first zero as a string literal.
func literal(bytes []byte) string {
	var b strings.Builder
	b.WriteByte('"')
	for i, c := range bytes {
		if c == 0 {
			break
		}
		if i == maxString {
			b.WriteString(`"...`)
			return b.String()
		}
		q, ok := quoted(c)
		switch {
		case c == '"':
			q = `\"`
		case !ok:
			q = `\x` + strconv.FormatUint(uint64(c), 16)
		}
		b.WriteString(q)
	}
	b.WriteByte('"')
	return b.String()
}

// float prints the shortest decimal representation.
func float(v *logic.Term) string {
	bits := v.BVBig()
	switch v.Sort() {
	case logic.Float32:
		return decimal(float64(math.Float32frombits(uint32(bits.Uint64()))), 32)
	case logic.Float64:
		return decimal(math.Float64frombits(bits.Uint64()), 64)
	}
	return "0x" + bits.Text(16)
}

// floatOfBits is float for bytes of memory.
func floatOfBits(t *program.Type, bits *big.Int) string {
	switch t.Size {
	case 4:
		return decimal(float64(math.Float32frombits(uint32(bits.Uint64()))), 32)
	case 8:
		return decimal(math.Float64frombits(bits.Uint64()), 64)
	}
	return "0x" + bits.Text(16)
}

func decimal(x float64, bits int) string {
	s := strconv.FormatFloat(x, 'g', -1, bits)
	if !strings.ContainsAny(s, ".eIN") {
		s += ".0"
	}
	return s
}
