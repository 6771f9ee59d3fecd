package logic

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
	return f.appK(op, s, int(rm), 0, args...)
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
	return f.appK(op, BVSort(width), int(rm), width, a)
}

// FPToReal returns the real value of a float (unspecified for NaN and infinities).
func (f *Factory) FPToReal(a *Term) *Term {
	if c := f.foldFP(OpFPToReal, Real, 0, 0, []*Term{a}); c != nil {
		return c
	}
	return f.app(OpFPToReal, Real, a)
}
