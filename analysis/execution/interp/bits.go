package interp

import (
	"math/bits"

	"cupel/core/logic"
)

func maskOf(w int) uint64 {
	if w >= 64 {
		return ^uint64(0)
	}
	return 1<<uint(w) - 1
}

func sext(u uint64, w int) int64 { return int64(u<<uint(64-w)) >> uint(64-w) }

func b2u(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// bits compiles the operators whose first argument is a bit-vector; nil for
// those that need folding.
func (c *compiler) bits(t *logic.Term) func() uint64 {
	a := t.Args()
	if !a[0].Sort().IsBV() {
		return nil
	}
	w := a[0].Sort().Width()
	mk, n := maskOf(w), maskOf(t.Sort().Width())
	if t.Op() == logic.OpExtract {
		if f := c.field(t); f != nil {
			return f
		}
	}
	x := c.word(a[0])
	switch t.Op() {
	case logic.OpBVNeg, logic.OpBVNegNSW:
		return func() uint64 { return -x() & mk }
	case logic.OpBVNot:
		return func() uint64 { return ^x() & mk }
	case logic.OpExtract:
		lo := uint(t.Lo())
		if lo == 0 {
			return func() uint64 { return x() & n }
		}
		return func() uint64 { return x() >> lo & n }
	case logic.OpZeroExt, logic.OpFPFromBits:
		return x
	case logic.OpSignExt:
		sh := uint(64 - w)
		return func() uint64 { return uint64(int64(x()<<sh)>>sh) & n }
	case logic.OpBV2Nat:
		return func() uint64 {
			u := x()
			if u > 1<<63-1 {
				c.m.giveUp = true
			}
			return u
		}
	case logic.OpFPFromSBV, logic.OpFPFromUBV:
		return fromInt(t, x, w)
	}
	if len(a) != 2 {
		return nil
	}
	if k, ok := wordOf(a[1]); ok {
		if f := bitsConst(t.Op(), x, k, w); f != nil {
			return f
		}
	}
	y := c.word(a[1])
	switch op := t.Op(); op {
	case logic.OpBVAdd, logic.OpBVAddNSW:
		return func() uint64 { return (x() + y()) & mk }
	case logic.OpBVSub, logic.OpBVSubNSW:
		return func() uint64 { return (x() - y()) & mk }
	case logic.OpBVMul, logic.OpBVMulNSW:
		return func() uint64 { return x() * y() & mk }
	case logic.OpBVAnd:
		return func() uint64 { return x() & y() }
	case logic.OpBVOr:
		return func() uint64 { return x() | y() }
	case logic.OpBVXor:
		return func() uint64 { return x() ^ y() }
	case logic.OpConcat:
		lw := uint(a[1].Sort().Width())
		return func() uint64 { return x()<<lw | y() }
	case logic.OpULe:
		return func() uint64 { return b2u(x() <= y()) }
	case logic.OpULt:
		return func() uint64 { return b2u(x() < y()) }
	case logic.OpSLe:
		sh := uint(64 - w)
		return func() uint64 { return b2u(int64(x()<<sh) <= int64(y()<<sh)) }
	case logic.OpSLt:
		sh := uint(64 - w)
		return func() uint64 { return b2u(int64(x()<<sh) < int64(y()<<sh)) }
	case logic.OpSAddOK:
		return func() uint64 {
			p, q := sext(x(), w), sext(y(), w)
			s := p + q
			return b2u((s < p) == (q < 0) && sext(uint64(s), w) == s)
		}
	case logic.OpSSubOK:
		return func() uint64 {
			p, q := sext(x(), w), sext(y(), w)
			s := p - q
			return b2u((s > p) == (q < 0) && sext(uint64(s), w) == s)
		}
	case logic.OpSMulOK:
		return func() uint64 {
			p, ok := mulInt(sext(x(), w), sext(y(), w))
			return b2u(ok && sext(uint64(p), w) == p)
		}
	case logic.OpBVUDiv, logic.OpBVURem, logic.OpBVSDiv, logic.OpBVSRem, logic.OpBVShl, logic.OpBVLShr, logic.OpBVAShr:
		return func() uint64 { return logic.FoldBV64(op, x(), y(), w) & mk }
	}
	return nil
}

// bitsConst compiles frequent operators with a constant second argument.
func bitsConst(op logic.Op, x func() uint64, k uint64, w int) func() uint64 {
	mk, sh := maskOf(w), uint(64-w)
	s := int64(k << sh)
	switch op {
	case logic.OpBVAdd, logic.OpBVAddNSW:
		return func() uint64 { return (x() + k) & mk }
	case logic.OpBVMul, logic.OpBVMulNSW:
		return func() uint64 { return x() * k & mk }
	case logic.OpBVAnd:
		return func() uint64 { return x() & k }
	case logic.OpULe:
		return func() uint64 { return b2u(x() <= k) }
	case logic.OpULt:
		return func() uint64 { return b2u(x() < k) }
	case logic.OpSLe:
		return func() uint64 { return b2u(int64(x()<<sh) <= s) }
	case logic.OpSLt:
		return func() uint64 { return b2u(int64(x()<<sh) < s) }
	}
	return nil
}

// mulInt multiplies; false: the product is not representable.
func mulInt(p, q int64) (int64, bool) {
	neg := (p < 0) != (q < 0)
	abs := func(v int64) uint64 {
		if v < 0 {
			return -uint64(v)
		}
		return uint64(v)
	}
	hi, lo := bits.Mul64(abs(p), abs(q))
	switch {
	case hi != 0:
		return 0, false
	case neg:
		return int64(-lo), lo <= 1<<63
	}
	return int64(lo), lo < 1<<63
}
