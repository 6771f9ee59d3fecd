package c

import (
	"math/big"

	"cupel/core/logic"
	"cupel/core/program"
)

// The floats of SMT-LIB have one NaN; those of IEEE 754 have a sign and a payload, which memory, unions, copysign and signbit expose. Where a float is read from
// its bits and only its sign is changed, the bits are known. Elsewhere the bits of a NaN are havocked and marked, so that no counterexample that depends on
// them is confirmed.

// nanBits is the mark of a NaN's unknown bits.
const nanBits = "the sign and payload of a NaN"

// knownBits returns the bits of x, also where it is a NaN, when they are known.
func (b *builder) knownBits(x *logic.Term) (*logic.Term, bool) {
	w := x.Sort().Width()
	switch {
	case x.IsConst():
		if b.isNaN(x).IsTrue() {
			return nil, false
		}
		return b.f.BVBig(x.BVBig(), w), true
	case w == 80: // the x87 format has a bit of its own
		return nil, false
	}
	sign := new(big.Int).Lsh(big.NewInt(1), uint(w-1))
	switch x.Op() {
	case logic.OpFPFromBits:
		return x.Arg(0), true
	case logic.OpFPNeg:
		if y, ok := b.knownBits(x.Arg(0)); ok {
			return b.f.BVOp(logic.OpBVXor, y, b.f.BVBig(sign, w)), true
		}
	case logic.OpFPAbs:
		if y, ok := b.knownBits(x.Arg(0)); ok {
			return b.f.BVOp(logic.OpBVAnd, y, b.f.BVNot(b.f.BVBig(sign, w))), true
		}
	case logic.OpIte:
		y, ok1 := b.knownBits(x.Arg(1))
		z, ok2 := b.knownBits(x.Arg(2))
		if ok1 && ok2 {
			return b.f.Ite(x.Arg(0), y, z), true
		}
	}
	return nil, false
}

// neverNaN reports whether x is syntactically not a NaN.
func (b *builder) neverNaN(x *logic.Term) bool {
	switch x.Op() {
	case logic.OpFPFromSBV, logic.OpFPFromUBV:
		return true
	case logic.OpFPNeg, logic.OpFPAbs:
		return b.neverNaN(x.Arg(0))
	case logic.OpIte:
		return b.neverNaN(x.Arg(1)) && b.neverNaN(x.Arg(2))
	}
	return b.isNaN(x).IsFalse()
}

// bitsOf returns the bits of x in the interchange format of its sort.
func (b *builder) bitsOf(x *logic.Term) *logic.Term {
	s := x.Sort()
	w, frac := s.Width(), s.SigBits()-1
	if bits, ok := b.knownBits(x); ok {
		if b.tt.ptrW == 64 || b.neverNaN(x) {
			return bits
		}
		// The x87 registers make a signalling NaN quiet, where the copy goes through one.
		quiet := b.f.BVBig(new(big.Int).Lsh(big.NewInt(1), uint(frac-1)), w)
		signalling := b.f.And(b.isNaN(x), b.f.Eq(b.f.Extract(frac-1, frac-1, bits), b.f.BV(0, 1)))
		return b.f.Ite(b.f.And(signalling, b.unknownBit(nanBits)), b.f.BVOp(logic.OpBVOr, bits, quiet), bits)
	}
	if b.isNaN(x).IsTrue() {
		return b.anyNaN(s)
	}
	v := b.temp(logic.BVSort(w), false)
	b.emit(program.Op{Kind: program.OpHavoc, Var: v})
	b.emit(program.Op{Kind: program.OpAssume, Expr: b.f.Eq(b.f.FPConvert(logic.OpFPFromBits, s, logic.RNE, v.Sym), x)})
	if b.neverNaN(x) {
		return v.Sym
	}
	return b.f.Ite(b.isNaN(x), b.anyNaN(s), v.Sym)
}

// anyNaN is the bits of any NaN: no assumption restricts them, so that a path on
// which they are not used does not depend on them.
func (b *builder) anyNaN(s *logic.Sort) *logic.Term {
	frac := s.SigBits() - 1
	v := b.temp(logic.BVSort(frac+1), false)
	b.havocFor(v, nanBits)
	payload := b.f.Extract(frac-1, 0, v.Sym)
	payload = b.f.Ite(b.f.Eq(payload, b.f.BV(0, frac)), b.f.BV(1, frac), payload)
	return b.f.Concat(b.f.Extract(frac, frac, v.Sym), b.f.Concat(b.f.BVInt(-1, s.ExpBits()), payload))
}

// unknownBit is a nondeterministic condition, marked with its reason.
func (b *builder) unknownBit(what string) *logic.Term {
	v := b.temp(logic.BVSort(1), false)
	b.havocFor(v, what)
	return b.f.Eq(v.Sym, b.f.BV(1, 1))
}

// negative is the sign bit of x.
func (b *builder) negative(x *logic.Term) *logic.Term {
	if bits, ok := b.knownBits(x); ok {
		top := bits.Sort().Width() - 1
		return b.f.Eq(b.f.Extract(top, top, bits), b.f.BV(1, 1))
	}
	neg := b.f.FP(logic.OpFPIsNeg, logic.RNE, x)
	if b.neverNaN(x) {
		return neg
	}
	return b.f.Ite(b.isNaN(x), b.unknownBit(nanBits), neg)
}
