package logic

import "math/big"

// theorySymbols applies the functions of the supported theories, by name,
// after checking the sorts of the arguments.
var theorySymbols map[string]func(f *Factory, a []*Term) (*Term, error)

type binary = func(f *Factory, a, b *Term) *Term

func boolSort(s *Sort) bool  { return s == Bool }
func arithSort(s *Sort) bool { return s.IsArith() }

// uniform wraps a function of at least min (and at most max, if not 0)
// arguments that all have one sort, which ok accepts.
func uniform(name string, ok func(*Sort) bool, least, most int, fn func(f *Factory, a []*Term) *Term) {
	theorySymbols[name] = func(f *Factory, a []*Term) (*Term, error) {
		if len(a) < least || most > 0 && len(a) > most {
			return nil, sortError(name, a)
		}
		if a[0].sort.IsArith() {
			a = promote(f, a)
		}
		for _, x := range a {
			if x.sort != a[0].sort || !ok(x.sort) {
				return nil, sortError(name, a)
			}
		}
		return fn(f, a), nil
	}
}

// promote turns Int arguments into Real ones when another argument is Real,
// which solvers allow.
func promote(f *Factory, a []*Term) []*Term {
	real := false
	for _, x := range a {
		real = real || x.sort == Real
	}
	if !real {
		return a
	}
	out := make([]*Term, len(a))
	for i, x := range a {
		if out[i] = x; x.sort == Int {
			out[i] = f.ToReal(x)
		}
	}
	return out
}

func leftAssoc(name string, ok func(*Sort) bool, fn binary) {
	uniform(name, ok, 2, 0, func(f *Factory, a []*Term) *Term {
		r := a[0]
		for _, x := range a[1:] {
			r = fn(f, r, x)
		}
		return r
	})
}

func chainable(name string, ok func(*Sort) bool, fn binary) {
	uniform(name, ok, 2, 0, func(f *Factory, a []*Term) *Term {
		var cs []*Term
		for i := range a[1:] {
			cs = append(cs, fn(f, a[i], a[i+1]))
		}
		return f.And(cs...)
	})
}

func unary(name string, ok func(*Sort) bool, fn func(f *Factory, a *Term) *Term) {
	uniform(name, ok, 1, 1, func(f *Factory, a []*Term) *Term { return fn(f, a[0]) })
}

func init() {
	theorySymbols = map[string]func(f *Factory, a []*Term) (*Term, error){}
	coreSymbols()
	arithSymbols()
	bvSymbols()
	fpSymbols()
	arraySymbols()
}

func coreSymbols() {
	any := func(*Sort) bool { return true }
	unary("not", boolSort, (*Factory).Not)
	uniform("and", boolSort, 1, 0, func(f *Factory, a []*Term) *Term { return f.And(a...) })
	uniform("or", boolSort, 1, 0, func(f *Factory, a []*Term) *Term { return f.Or(a...) })
	leftAssoc("xor", boolSort, (*Factory).Xor)
	uniform("=>", boolSort, 2, 0, func(f *Factory, a []*Term) *Term {
		r := a[len(a)-1]
		for i := len(a) - 2; i >= 0; i-- {
			r = f.Implies(a[i], r)
		}
		return r
	})
	chainable("=", any, (*Factory).Eq)
	uniform("distinct", any, 2, 0, func(f *Factory, a []*Term) *Term { return f.Distinct(a...) })
	theorySymbols["ite"] = func(f *Factory, a []*Term) (*Term, error) {
		if len(a) != 3 || a[0].sort != Bool {
			return nil, sortError("ite", a)
		}
		b := promote(f, a[1:])
		if b[0].sort != b[1].sort {
			return nil, sortError("ite", a)
		}
		return f.Ite(a[0], b[0], b[1]), nil
	}
}

func arithSymbols() {
	isInt := (*Sort).IsInt
	uniform("+", arithSort, 1, 0, func(f *Factory, a []*Term) *Term { return f.Add(a...) })
	uniform("*", arithSort, 1, 0, func(f *Factory, a []*Term) *Term { return f.Mul(a...) })
	uniform("-", arithSort, 1, 0, func(f *Factory, a []*Term) *Term {
		if len(a) == 1 {
			return f.Neg(a[0])
		}
		return f.Sub(a[0], f.Add(a[1:]...))
	})
	chainable("<=", arithSort, (*Factory).Le)
	chainable("<", arithSort, (*Factory).Lt)
	chainable(">=", arithSort, (*Factory).Ge)
	chainable(">", arithSort, (*Factory).Gt)
	leftAssoc("div", isInt, (*Factory).Div)
	uniform("mod", isInt, 2, 2, func(f *Factory, a []*Term) *Term { return f.Mod(a[0], a[1]) })
	unary("abs", arithSort, func(f *Factory, a *Term) *Term {
		return f.Ite(f.Le(f.Neg(a), a), a, f.Neg(a))
	})
	unary("to_real", arithSort, func(f *Factory, a *Term) *Term {
		if a.sort == Real {
			return a
		}
		return f.ToReal(a)
	})
	unary("to_int", (*Sort).IsReal, (*Factory).ToInt)
	unary("is_int", (*Sort).IsReal, func(f *Factory, a *Term) *Term { return f.Eq(a, f.ToReal(f.ToInt(a))) })
	theorySymbols["/"] = func(f *Factory, a []*Term) (*Term, error) {
		if len(a) < 2 {
			return nil, sortError("/", a)
		}
		for i, x := range a {
			if !x.sort.IsArith() {
				return nil, sortError("/", a)
			}
			if x.sort == Int {
				a[i] = f.ToReal(x)
			}
		}
		r := a[0]
		for _, x := range a[1:] {
			r = f.RDiv(r, x)
		}
		return r, nil
	}
}

func bvSymbols() {
	isBV := (*Sort).IsBV
	for op := OpBVAdd; op <= OpBVAShr; op++ {
		switch op {
		case OpBVNeg, OpBVNot, OpBVAddNSW, OpBVSubNSW, OpBVMulNSW, OpBVNegNSW:
			continue
		}
		op := op
		leftAssoc(smtNames[op], isBV, func(f *Factory, a, b *Term) *Term { return f.BVOp(op, a, b) })
	}
	unary("bvneg", isBV, (*Factory).BVNeg)
	unary("bvnot", isBV, (*Factory).BVNot)
	negated := func(name string, op Op) {
		uniform(name, isBV, 2, 2, func(f *Factory, a []*Term) *Term { return f.BVNot(f.BVOp(op, a[0], a[1])) })
	}
	negated("bvnand", OpBVAnd)
	negated("bvnor", OpBVOr)
	negated("bvxnor", OpBVXor)
	uniform("bvcomp", isBV, 2, 2, func(f *Factory, a []*Term) *Term {
		return f.Ite(f.Eq(a[0], a[1]), f.BV(1, 1), f.BV(0, 1))
	})
	uniform("bvsmod", isBV, 2, 2, func(f *Factory, a []*Term) *Term { return f.BVSMod(a[0], a[1]) })
	compare := func(name string, fn binary) {
		uniform(name, isBV, 2, 2, func(f *Factory, a []*Term) *Term { return fn(f, a[0], a[1]) })
	}
	compare("bvule", (*Factory).ULe)
	compare("bvult", (*Factory).ULt)
	compare("bvsle", (*Factory).SLe)
	compare("bvslt", (*Factory).SLt)
	compare("bvuge", func(f *Factory, a, b *Term) *Term { return f.ULe(b, a) })
	compare("bvugt", func(f *Factory, a, b *Term) *Term { return f.ULt(b, a) })
	compare("bvsge", func(f *Factory, a, b *Term) *Term { return f.SLe(b, a) })
	compare("bvsgt", func(f *Factory, a, b *Term) *Term { return f.SLt(b, a) })
	unary("bv2nat", isBV, (*Factory).BV2Nat)
	unary("ubv_to_int", isBV, (*Factory).BV2Nat)
	theorySymbols["concat"] = func(f *Factory, a []*Term) (*Term, error) {
		width := 0
		for _, x := range a {
			if !x.sort.IsBV() {
				return nil, sortError("concat", a)
			}
			width += x.sort.p
		}
		if len(a) < 2 || width > maxReadWidth {
			return nil, sortError("concat", a)
		}
		r := a[0]
		for _, x := range a[1:] {
			r = f.Concat(r, x)
		}
		return r, nil
	}
}

// BVSMod is the remainder whose sign follows the divisor, as SMT-LIB defines bvsmod.
func (f *Factory) BVSMod(s, t *Term) *Term {
	w := s.sort.p
	zero := f.BV(0, w)
	sNeg, tNeg := f.SLt(s, zero), f.SLt(t, zero)
	abs := func(neg, x *Term) *Term { return f.Ite(neg, f.BVNeg(x), x) }
	u := f.BVOp(OpBVURem, abs(sNeg, s), abs(tNeg, t))
	return f.Ite(f.Eq(u, zero), u,
		f.Ite(f.And(f.Not(sNeg), f.Not(tNeg)), u,
			f.Ite(f.And(sNeg, f.Not(tNeg)), f.BVOp(OpBVAdd, f.BVNeg(u), t),
				f.Ite(f.And(f.Not(sNeg), tNeg), f.BVOp(OpBVAdd, u, t), f.BVNeg(u)))))
}

func fpSymbols() {
	isFP := (*Sort).IsFloat
	plain := func(op Op, n int) {
		uniform(smtNames[op], isFP, n, n, func(f *Factory, a []*Term) *Term { return f.FP(op, RNE, a...) })
	}
	for _, op := range []Op{OpFPNeg, OpFPAbs, OpFPIsNaN, OpFPIsInf, OpFPIsZero, OpFPIsNormal, OpFPIsSubnormal, OpFPIsNeg} {
		plain(op, 1)
	}
	for _, op := range []Op{OpFPRem, OpFPMin, OpFPMax} {
		plain(op, 2)
	}
	chainFP := func(name string, op Op, swap bool) {
		chainable(name, isFP, func(f *Factory, a, b *Term) *Term {
			if swap {
				a, b = b, a
			}
			return f.FP(op, RNE, a, b)
		})
	}
	chainFP("fp.eq", OpFPEq, false)
	chainFP("fp.leq", OpFPLe, false)
	chainFP("fp.lt", OpFPLt, false)
	chainFP("fp.geq", OpFPLe, true)
	chainFP("fp.gt", OpFPLt, true)
	unary("fp.isPositive", isFP, func(f *Factory, a *Term) *Term {
		return f.And(f.Not(f.FP(OpFPIsNaN, RNE, a)), f.Not(f.FP(OpFPIsNeg, RNE, a)))
	})
	unary("fp.to_real", isFP, (*Factory).FPToReal)
	theorySymbols["fp"] = func(f *Factory, a []*Term) (*Term, error) {
		if len(a) != 3 || !a[0].sort.IsBV() || !a[1].sort.IsBV() || !a[2].sort.IsBV() ||
			a[0].sort.p != 1 || a[1].sort.p < 2 || a[1].sort.p > maxReadExpBits {
			return nil, sortError("fp", a)
		}
		s := FloatSort(a[1].sort.p, a[2].sort.p+1)
		return f.FPConvert(OpFPFromBits, s, RNE, f.Concat(a[0], f.Concat(a[1], a[2]))), nil
	}
}

func arraySymbols() {
	theorySymbols["select"] = func(f *Factory, a []*Term) (*Term, error) {
		if len(a) != 2 || !a[0].sort.IsArray() || a[0].sort.index != a[1].sort {
			return nil, sortError("select", a)
		}
		return f.Select(a[0], a[1]), nil
	}
	theorySymbols["store"] = func(f *Factory, a []*Term) (*Term, error) {
		if len(a) != 3 || !a[0].sort.IsArray() || a[0].sort.index != a[1].sort || a[0].sort.elem != a[2].sort {
			return nil, sortError("store", a)
		}
		return f.Store(a[0], a[1], a[2]), nil
	}
}

// roundedByName applies an operator that takes a rounding mode.
func (f *Factory) roundedByName(name string, rm RoundingMode, a []*Term) (*Term, error) {
	arity := map[string]int{"fp.add": 2, "fp.sub": 2, "fp.mul": 2, "fp.div": 2, "fp.fma": 3, "fp.sqrt": 1, "fp.roundToIntegral": 1}
	ops := map[string]Op{"fp.add": OpFPAdd, "fp.sub": OpFPSub, "fp.mul": OpFPMul, "fp.div": OpFPDiv, "fp.fma": OpFPFMA,
		"fp.sqrt": OpFPSqrt, "fp.roundToIntegral": OpFPRoundToIntegral}
	if n, ok := arity[name]; !ok || n != len(a) {
		return nil, sortError(name, a)
	}
	for _, x := range a {
		if !x.sort.IsFloat() || x.sort != a[0].sort {
			return nil, sortError(name, a)
		}
	}
	return f.FP(ops[name], rm, a...), nil
}

// indexedByName applies (_ name idx...) to its arguments.
func (f *Factory) indexedByName(name string, idx []int, rm RoundingMode, hasRM bool, a []*Term) (*Term, error) {
	bad := sortError(name, a)
	if len(a) != 1 || len(idx) == 0 {
		return nil, bad
	}
	x, n := a[0], idx[0]
	s := x.sort
	switch {
	case name == "to_fp" || name == "to_fp_unsigned":
		return f.toFP(name, idx, rm, hasRM, x)
	case name == "fp.to_sbv" || name == "fp.to_ubv":
		if !s.IsFloat() || !hasRM || n < 1 {
			return nil, bad
		}
		return f.FPToBV(name == "fp.to_sbv", n, rm, x), nil
	case hasRM:
		return nil, bad
	case (name == "int2bv" || name == "int_to_bv") && s == Int && n > 0:
		return f.Int2BV(n, x), nil
	case name == "divisible" && s == Int && n > 0:
		return f.Eq(f.Mod(x, f.IntBig(big.NewInt(int64(n)))), f.IntConst(0)), nil
	case !s.IsBV():
		return nil, bad
	case name == "extract" && len(idx) == 2 && idx[0] < s.p && idx[1] <= idx[0]:
		return f.Extract(idx[0], idx[1], x), nil
	case len(idx) != 1:
		return nil, bad
	case name == "zero_extend" && s.p+n <= maxReadWidth:
		return f.ZeroExt(n, x), nil
	case name == "sign_extend" && s.p+n <= maxReadWidth:
		return f.SignExt(n, x), nil
	case name == "repeat" && n >= 1 && s.p*n <= maxReadWidth:
		r := x
		for range n - 1 {
			r = f.Concat(r, x)
		}
		return r, nil
	case name == "rotate_left", name == "rotate_right":
		k := n % s.p
		if name == "rotate_right" {
			k = (s.p - k) % s.p
		}
		if k == 0 {
			return x, nil
		}
		return f.Concat(f.Extract(s.p-k-1, 0, x), f.Extract(s.p-1, s.p-k, x)), nil
	}
	return nil, bad
}

func (f *Factory) toFP(name string, idx []int, rm RoundingMode, hasRM bool, x *Term) (*Term, error) {
	if len(idx) != 2 || idx[0] < 2 || idx[0] > maxReadExpBits || idx[1] < 2 {
		return nil, sortError(name, []*Term{x})
	}
	s := FloatSort(idx[0], idx[1])
	switch {
	case name == "to_fp_unsigned" && hasRM && x.sort.IsBV():
		return f.FPConvert(OpFPFromUBV, s, rm, x), nil
	case name == "to_fp_unsigned":
	case !hasRM && x.sort.IsBV() && x.sort.p == s.Width():
		return f.FPConvert(OpFPFromBits, s, RNE, x), nil
	case !hasRM:
	case x.sort.IsBV():
		return f.FPConvert(OpFPFromSBV, s, rm, x), nil
	case x.sort.IsFloat():
		return f.FPConvert(OpFPFromFP, s, rm, x), nil
	case x.sort.IsArith():
		if x.sort == Int {
			x = f.ToReal(x)
		}
		return f.FPConvert(OpFPFromReal, s, rm, x), nil
	}
	return nil, sortError(name, []*Term{x})
}
