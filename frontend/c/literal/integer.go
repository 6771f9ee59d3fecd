package literal

import (
	"fmt"
	"math/big"

	"cupel/core/program"
)

// Kind is the outermost syntax of a constant, from which callers decide about parentheses.
type Kind uint8

const (
	Primary Kind = iota
	Unary        // a sign or a cast
	Sum
	Bits // shifts and |
)

// A Type is a type of C after the integer promotions.
type Type struct {
	Bits   int // 32, 64 or 128
	Signed bool
}

// has reports whether n is a value of the type.
func (t Type) has(n *big.Int) bool {
	if t.Signed {
		return n.BitLen() < t.Bits || n.Cmp(t.least()) == 0
	}
	return n.Sign() >= 0 && n.BitLen() <= t.Bits
}

// least is the least number of a signed type.
func (t Type) least() *big.Int { return new(big.Int).Lsh(big.NewInt(-1), uint(t.Bits-1)) }

// Suffix is that of a constant of the type: of 64 bits are long or long long.
func (t Type) Suffix(m program.DataModel) string {
	s := ""
	if !t.Signed {
		s = "U"
	}
	if t.Bits == 64 {
		s += "L"
		if m != program.LP64 {
			s += "L"
		}
	}
	return s
}

// TypeOf is the least type that has a number: int, unsigned int, long and so on; false: none has.
func TypeOf(n *big.Int) (Type, bool) {
	for _, t := range []Type{{32, true}, {32, false}, {64, true}, {64, false}, {128, true}, {128, false}} {
		if t.has(n) {
			return t, true
		}
	}
	return Type{}, false
}

// Integer is a value of a type as a constant expression of that type. Those of 128 bits exist on LP64 only.
func Integer(n *big.Int, t Type, m program.DataModel) (string, Kind) {
	switch {
	case t.Bits == 128:
		return wide(n, t)
	case t.Signed && n.Cmp(t.least()) == 0: // the magnitude is no value of the type
		return new(big.Int).Add(n, big.NewInt(1)).String() + t.Suffix(m) + " - 1", Sum
	case n.Sign() < 0:
		return n.String() + t.Suffix(m), Unary
	}
	return n.String() + t.Suffix(m), Primary
}

// wide is a number of 128 bits, for which there are no constants: one of 64 bits converted, or two put together.
func wide(n *big.Int, t Type) (string, Kind) {
	name := "__int128"
	if !t.Signed {
		name = "unsigned __int128"
	}
	if n.IsInt64() || n.IsUint64() {
		least, _ := TypeOf(n)
		s, k := Integer(n, least, program.LP64)
		if k > Unary {
			s = "(" + s + ")"
		}
		return "(" + name + ")" + s, Unary
	}
	word := new(big.Int).SetUint64(^uint64(0))
	high := new(big.Int).Rsh(n, 64)
	s := fmt.Sprintf("(unsigned __int128)%sUL << 64 | %sUL", high.And(high, word), word.And(n, word))
	if t.Signed {
		return "(__int128)(" + s + ")", Unary
	}
	return s, Bits
}
