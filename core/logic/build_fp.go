package logic

import "math/big"

// FP applies a floating-point operator whose operands are floats of one sort
// and whose result has that sort (or Bool for comparisons and
// classifications). rm is ignored by operators without rounding.
func (f *Factory) FP(op Op, rm RoundingMode, args ...*Term) *Term {
	s := args[0].sort
	switch op {
	case OpFPEq, OpFPLe, OpFPLt, OpFPIsNaN, OpFPIsInf, OpFPIsZero, OpFPIsNormal, OpFPIsSubnormal, OpFPIsNeg:
		s, rm = Bool, 0
	case OpFPNeg, OpFPAbs, OpFPMin, OpFPMax, OpFPRem:
		rm = 0
	}
	if c := f.foldFP(op, s, rm, 0, args); c != nil {
		return c
	}
	if c := f.simplifyFP(op, rm, args); c != nil {
		return c
	}
	switch op {
	case OpFPAdd, OpFPMul, OpFPEq:
		if args[0].id > args[1].id { // commutative: there is one NaN
			return f.appK(op, s, int(rm), 0, args[1], args[0])
		}
	}
	return f.appK(op, s, int(rm), 0, args...)
}

// simplifyFP applies identities that hold for all IEEE values; nil when none does.
func (f *Factory) simplifyFP(op Op, rm RoundingMode, args []*Term) *Term {
	a := args[0]
	switch op {
	case OpFPNeg:
		if a.op == OpFPNeg {
			return a.args[0]
		}
	case OpFPAbs:
		if a.op == OpFPNeg || a.op == OpFPAbs {
			return f.FP(OpFPAbs, RNE, a.args[0])
		}
	case OpFPMul, OpFPDiv: // 1 is neutral in every mode
		b := args[1]
		switch {
		case f.isFloat(b, 1):
			return a
		case op == OpFPMul && f.isFloat(a, 1):
			return b
		}
	case OpFPRoundToIntegral:
		if _, ok := exact(a); ok || a.op == OpFPRoundToIntegral {
			return a
		}
	case OpFPIsNaN, OpFPIsInf, OpFPIsZero, OpFPIsNormal, OpFPIsSubnormal:
		return f.classify(op, a)
	case OpFPEq, OpFPLe, OpFPLt:
		return f.compareFP(op, a, args[1])
	case OpFPMin, OpFPMax:
		if a == args[1] {
			return a
		}
	}
	return nil
}

// isFloat reports whether t is the float constant n, a small integer.
func (f *Factory) isFloat(t *Term, n int64) bool {
	return t.op == OpConst && t.sort.p <= maxExpBits && t == f.bits(t.sort, pack(t.sort, RNE, false, big.NewInt(n), 0, false))
}

// widens reports whether a converts every value of its argument's sort exactly.
func widens(a *Term) bool {
	if a.op != OpFPFromFP {
		return false
	}
	from := a.args[0].sort
	return from.p <= a.sort.p && from.q <= a.sort.q
}

// classify looks through operations that keep the class of a value.
func (f *Factory) classify(op Op, a *Term) *Term {
	switch {
	case a.op == OpFPNeg || a.op == OpFPAbs:
		return f.FP(op, RNE, a.args[0])
	case widens(a) && (op == OpFPIsNaN || op == OpFPIsInf || op == OpFPIsZero):
		return f.FP(op, RNE, a.args[0])
	case op == OpFPIsNaN && a.op == OpFPFromFP:
		return f.FP(op, RNE, a.args[0])
	case op == OpFPIsNaN && (a.op == OpFPFromSBV || a.op == OpFPFromUBV || a.op == OpFPFromReal):
		return f.tFalse
	case op == OpFPIsSubnormal && (a.op == OpFPFromSBV || a.op == OpFPFromUBV):
		return f.tFalse
	case constIte(a):
		return f.Ite(a.args[0], f.FP(op, RNE, a.args[1]), f.FP(op, RNE, a.args[2]))
	}
	return nil
}

func (f *Factory) compareFP(op Op, a, b *Term) *Term {
	nan := func(t *Term) bool {
		return t.op == OpConst && f.FP(OpFPIsNaN, RNE, t).IsTrue()
	}
	switch {
	case nan(a) || nan(b):
		return f.tFalse
	case a == b && op == OpFPLt:
		return f.tFalse
	case a == b:
		return f.Not(f.FP(OpFPIsNaN, RNE, a))
	case widens(a) && widens(b) && a.args[0].sort == b.args[0].sort:
		return f.FP(op, RNE, a.args[0], b.args[0])
	case a.op == OpFPNeg && b.op == OpFPNeg:
		return f.FP(op, RNE, b.args[0], a.args[0])
	}
	if c := f.compareExact(op, a, b); c != nil {
		return c
	}
	return f.liftIte(a, b, func(x, y *Term) *Term { return f.FP(op, RNE, x, y) })
}

// FPConvert converts to the float sort s: op is OpFPFromFP, OpFPFromSBV,
// OpFPFromUBV, OpFPFromReal or OpFPFromBits (which ignores rm).
func (f *Factory) FPConvert(op Op, s *Sort, rm RoundingMode, a *Term) *Term {
	if op == OpFPFromFP && a.sort == s {
		return a
	}
	if op == OpFPFromBits {
		rm = 0
	}
	if c := f.foldFP(op, s, rm, 0, []*Term{a}); c != nil {
		return c
	}
	switch {
	case op == OpFPFromFP && widens(a): // the exact detour changes nothing
		return f.FPConvert(op, s, rm, a.args[0])
	case op == OpFPFromUBV && a.op == OpZeroExt, op == OpFPFromSBV && a.op == OpSignExt:
		return f.FPConvert(op, s, rm, a.args[0])
	case op == OpFPFromSBV && a.op == OpZeroExt:
		return f.FPConvert(OpFPFromUBV, s, rm, a.args[0])
	case constIte(a):
		return f.Ite(a.args[0], f.FPConvert(op, s, rm, a.args[1]), f.FPConvert(op, s, rm, a.args[2]))
	}
	return f.appK(op, s, int(rm), 0, a)
}

// FPToBV converts a float to an integer of the given width, rounding with rm.
// The result is unspecified when the rounded value is out of range.
func (f *Factory) FPToBV(signed bool, width int, rm RoundingMode, a *Term) *Term {
	op := OpFPToUBV
	if signed {
		op = OpFPToSBV
	}
	if c := f.foldFP(op, BVSort(width), rm, width, []*Term{a}); c != nil {
		return c
	}
	if c := f.truncated(signed, width, a); c != nil {
		return c
	}
	return f.appK(op, BVSort(width), int(rm), width, a)
}

// FPToReal returns the real value of a float (unspecified for NaN and infinities).
func (f *Factory) FPToReal(a *Term) *Term {
	if c := f.foldFP(OpFPToReal, Real, 0, 0, []*Term{a}); c != nil {
		return c
	}
	return f.app(OpFPToReal, Real, a)
}
