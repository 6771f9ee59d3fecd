package logic

import (
	"math/big"

	"cupel/core/rational"
)

// Zero returns the default value of a sort: false, 0, +0.0, or the array of
// default elements.
func (f *Factory) Zero(s *Sort) *Term {
	switch s.Kind() {
	case KindBool:
		return f.False()
	case KindInt, KindReal:
		return f.Num(s, rational.Zero)
	case KindBV, KindFloat:
		return f.bits(s, new(big.Int))
	}
	return f.ConstArray(s, f.Zero(s.Elem()))
}

// FoldBV64 applies a binary bit-vector operator to operands of w <= 64 bits;
// bits of the result beyond w are meaningless.
func FoldBV64(op Op, a, b uint64, w int) uint64 { return foldBV64(op, a, b, w) }
