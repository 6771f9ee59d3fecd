package cfa

import (
	"cupel/core/logic"
	"cupel/frontend/modelfile"
)

// application is an operator about to be applied.
type application struct {
	f  *logic.Factory
	op token
	rm logic.RoundingMode
}

// operator is a binary operator: its level and its meaning.
type operator struct {
	level int
	apply func(a *application, x, y value) (*logic.Term, error)
}

// operators are the binary operators except and, or and the extensions.
var operators = map[string]operator{
	"iff": {levelIff, booleans((*logic.Factory).Eq)}, "imply": {levelImply, booleans((*logic.Factory).Implies)},
	"xor":   {levelXor, booleans((*logic.Factory).Xor)},
	"fpmax": {levelFloatChoice, floats(logic.OpFPMax)}, "fpmin": {levelFloatChoice, floats(logic.OpFPMin)},
	"=": {levelEquality, equality}, "/=": {levelEquality, disequality},
	"<":  {levelRelation, comparison((*logic.Factory).Lt, logic.OpFPLt, false)},
	"<=": {levelRelation, comparison((*logic.Factory).Le, logic.OpFPLe, false)},
	">":  {levelRelation, comparison((*logic.Factory).Lt, logic.OpFPLt, true)},
	">=": {levelRelation, comparison((*logic.Factory).Le, logic.OpFPLe, true)},

	"bvult": {levelRelation, vectors((*logic.Factory).ULt)}, "bvule": {levelRelation, vectors((*logic.Factory).ULe)},
	"bvugt": {levelRelation, vectors(swapped((*logic.Factory).ULt))}, "bvuge": {levelRelation, vectors(swapped((*logic.Factory).ULe))},
	"bvslt": {levelRelation, vectors((*logic.Factory).SLt)}, "bvsle": {levelRelation, vectors((*logic.Factory).SLe)},
	"bvsgt": {levelRelation, vectors(swapped((*logic.Factory).SLt))}, "bvsge": {levelRelation, vectors(swapped((*logic.Factory).SLe))},
	"bvor": {levelBitOr, bitwise(logic.OpBVOr)}, "bvxor": {levelBitXor, bitwise(logic.OpBVXor)}, "bvand": {levelBitAnd, bitwise(logic.OpBVAnd)},
	"bvshl": {levelShift, bitwise(logic.OpBVShl)}, "bvashr": {levelShift, bitwise(logic.OpBVAShr)}, "bvlshr": {levelShift, bitwise(logic.OpBVLShr)},
	"bvrol": {levelShift, vectors(rotation(logic.OpBVShl, logic.OpBVLShr))}, "bvror": {levelShift, vectors(rotation(logic.OpBVLShr, logic.OpBVShl))},
	"++": {levelConcat, concat},

	"+": {levelSum, numbers(sum)}, "-": {levelSum, numbers((*logic.Factory).Sub)},
	"bvadd": {levelSum, bitwise(logic.OpBVAdd)}, "bvsub": {levelSum, bitwise(logic.OpBVSub)},
	"fpadd": {levelSum, floats(logic.OpFPAdd)}, "fpsub": {levelSum, floats(logic.OpFPSub)},
	"*": {levelProduct, numbers(product)}, "/": {levelProduct, numbers(quotient)},
	"mod": {levelProduct, integers((*logic.Factory).Mod)}, "rem": {levelProduct, integers(remainder)},
	"bvmul": {levelProduct, bitwise(logic.OpBVMul)}, "bvudiv": {levelProduct, vectors(division(logic.OpBVUDiv))},
	"bvsdiv": {levelProduct, vectors(division(logic.OpBVSDiv))}, "bvurem": {levelProduct, vectors(division(logic.OpBVURem))},
	"bvsrem": {levelProduct, vectors(division(logic.OpBVSRem))}, "bvsmod": {levelProduct, vectors(modulus)},
	"fpmul": {levelProduct, floats(logic.OpFPMul)}, "fpdiv": {levelProduct, floats(logic.OpFPDiv)}, "fprem": {levelProduct, floats(logic.OpFPRem)},
}

// prefixes are the prefix operators that bind most strongly.
var prefixes = map[string]func(a *application, c conversion, x value) (*logic.Term, error){
	"+": func(a *application, _ conversion, x value) (*logic.Term, error) { return x.t, a.number(x) },
	"-": func(a *application, _ conversion, x value) (*logic.Term, error) {
		if err := a.number(x); err != nil {
			return nil, err
		}
		return a.f.Neg(x.t), nil
	},
	"bvpos": func(a *application, _ conversion, x value) (*logic.Term, error) { return x.t, a.vector(x) },
	"bvneg": func(a *application, _ conversion, x value) (*logic.Term, error) {
		if err := a.vector(x); err != nil {
			return nil, err
		}
		return a.f.BVNeg(x.t), nil
	},
	"bvnot": func(a *application, _ conversion, x value) (*logic.Term, error) {
		if err := a.vector(x); err != nil {
			return nil, err
		}
		return a.f.BVNot(x.t), nil
	},
	"fppos":        func(a *application, _ conversion, x value) (*logic.Term, error) { return x.t, a.float(x) },
	"fpneg":        float(logic.OpFPNeg),
	"fpabs":        float(logic.OpFPAbs),
	"fpisnan":      float(logic.OpFPIsNaN),
	"fproundtoint": float(logic.OpFPRoundToIntegral),
	"fpsqrt":       float(logic.OpFPSqrt),
	"fptofp": func(a *application, c conversion, x value) (*logic.Term, error) {
		if err := a.float(x); err != nil {
			return nil, err
		}
		return a.f.FPConvert(logic.OpFPFromFP, c.sort, a.rm, x.t), nil
	},
	"fptobv": func(a *application, c conversion, x value) (*logic.Term, error) {
		if err := a.float(x); err != nil {
			return nil, err
		}
		return a.f.FPToBV(c.signed, c.sort.Width(), a.rm, x.t), nil
	},
	"fpfrombv": func(a *application, c conversion, x value) (*logic.Term, error) {
		if err := a.vector(x); err != nil {
			return nil, err
		}
		if c.signed {
			return a.f.FPConvert(logic.OpFPFromSBV, c.sort, a.rm, x.t), nil
		}
		return a.f.FPConvert(logic.OpFPFromUBV, c.sort, a.rm, x.t), nil
	},
}

// reserved are the words that cannot be names. The words that start
// declarations can: no declaration is where a name may be.
var reserved = func() map[string]bool {
	m := map[string]bool{}
	for w := range operators {
		m[w] = true
	}
	for w := range prefixes {
		m[w] = true
	}
	for _, w := range []string{"bool", "int", "rat", "bv", "fp", "true", "false", "default", "if", "then", "else", "forall", "exists",
		"and", "or", "not", "bv_zero_extend", "bv_sign_extend", "assume", "havoc", "return"} {
		m[w] = true
	}
	return m
}()

type binary = func(f *logic.Factory, x, y *logic.Term) *logic.Term

func swapped(fn binary) binary {
	return func(f *logic.Factory, x, y *logic.Term) *logic.Term { return fn(f, y, x) }
}

// want requires a sort of an operand.
func (a *application) want(x value, s *logic.Sort) error {
	if x.sort() != s {
		return modelfile.Errorf(x.pos, "%v takes %s, but this is %s; check parentheses and declarations", &a.op, typeName(s), typeName(x.sort()))
	}
	return nil
}

// instead returns the operator of another type that corresponds to op on numbers.
func (a *application) instead(s *logic.Sort) string {
	var m map[string]string
	switch {
	case s.IsBV():
		m = map[string]string{"+": "bvadd", "-": "bvsub or bvneg", "*": "bvmul", "/": "bvudiv or bvsdiv", "mod": "bvsmod or bvurem",
			"rem": "bvsrem or bvurem", "<": "bvult or bvslt", "<=": "bvule or bvsle", ">": "bvugt or bvsgt", ">=": "bvuge or bvsge"}
	case s.IsFloat():
		m = map[string]string{"+": "fpadd", "-": "fpsub or fpneg", "*": "fpmul", "/": "fpdiv", "rem": "fprem"}
	}
	if o := m[a.op.text]; o != "" {
		return "use " + o
	}
	return "check parentheses and declarations"
}

func (a *application) number(x value) error {
	if s := x.sort(); !s.IsArith() {
		return modelfile.Errorf(x.pos, "%v takes int or rat, but this is %s; %s", &a.op, typeName(s), a.instead(s))
	}
	return nil
}

func (a *application) vector(x value) error {
	if !x.sort().IsBV() {
		return modelfile.Errorf(x.pos, "%v takes a bit-vector, but this is %s; check parentheses and declarations", &a.op, typeName(x.sort()))
	}
	return nil
}

func (a *application) float(x value) error {
	if !x.sort().IsFloat() {
		return modelfile.Errorf(x.pos, "%v takes a float, but this is %s; check parentheses and declarations", &a.op, typeName(x.sort()))
	}
	return nil
}

// unify gives two operands one sort: an integer beside a rational becomes one.
func (a *application) unify(x, y value) (value, value, error) {
	switch {
	case x.sort().IsInt() && y.sort().IsReal():
		x.t = a.f.ToReal(x.t)
	case x.sort().IsReal() && y.sort().IsInt():
		y.t = a.f.ToReal(y.t)
	case x.sort() != y.sort():
		return x, y, modelfile.Errorf(a.op.pos, "%v has operands of types %s and %s; make them equal", &a.op, typeName(x.sort()), typeName(y.sort()))
	}
	return x, y, nil
}

// convert makes an integer rational where that is wanted.
func convert(f *logic.Factory, x value, s *logic.Sort, what string) (value, error) {
	if s.IsReal() && x.sort().IsInt() {
		x.t = f.ToReal(x.t)
	}
	if x.sort() != s {
		return x, modelfile.Errorf(x.pos, "%s has type %s, but this is %s; correct one of them", what, typeName(s), typeName(x.sort()))
	}
	return x, nil
}

func booleans(fn binary) func(*application, value, value) (*logic.Term, error) {
	return func(a *application, x, y value) (*logic.Term, error) {
		for _, v := range []value{x, y} {
			if err := a.want(v, logic.Bool); err != nil {
				return nil, err
			}
		}
		return fn(a.f, x.t, y.t), nil
	}
}

func numbers(fn binary) func(*application, value, value) (*logic.Term, error) {
	return func(a *application, x, y value) (*logic.Term, error) {
		for _, v := range []value{x, y} {
			if err := a.number(v); err != nil {
				return nil, err
			}
		}
		x, y, err := a.unify(x, y)
		if err != nil {
			return nil, err
		}
		return fn(a.f, x.t, y.t), nil
	}
}

func integers(fn binary) func(*application, value, value) (*logic.Term, error) {
	return func(a *application, x, y value) (*logic.Term, error) {
		for _, v := range []value{x, y} {
			if s := v.sort(); !s.IsInt() {
				return nil, modelfile.Errorf(v.pos, "%v takes int, but this is %s; %s", &a.op, typeName(s), a.instead(s))
			}
		}
		return fn(a.f, x.t, y.t), nil
	}
}

func vectors(fn binary) func(*application, value, value) (*logic.Term, error) {
	return func(a *application, x, y value) (*logic.Term, error) {
		for _, v := range []value{x, y} {
			if err := a.vector(v); err != nil {
				return nil, err
			}
		}
		if _, _, err := a.unify(x, y); err != nil {
			return nil, err
		}
		return fn(a.f, x.t, y.t), nil
	}
}

func bitwise(op logic.Op) func(*application, value, value) (*logic.Term, error) {
	return vectors(func(f *logic.Factory, x, y *logic.Term) *logic.Term { return f.BVOp(op, x, y) })
}

func floats(op logic.Op) func(*application, value, value) (*logic.Term, error) {
	return func(a *application, x, y value) (*logic.Term, error) {
		for _, v := range []value{x, y} {
			if err := a.float(v); err != nil {
				return nil, err
			}
		}
		if _, _, err := a.unify(x, y); err != nil {
			return nil, err
		}
		return a.f.FP(op, a.rm, x.t, y.t), nil
	}
}

func float(op logic.Op) func(*application, conversion, value) (*logic.Term, error) {
	return func(a *application, _ conversion, x value) (*logic.Term, error) {
		if err := a.float(x); err != nil {
			return nil, err
		}
		return a.f.FP(op, a.rm, x.t), nil
	}
}

// comparison orders numbers and floats.
func comparison(fn binary, op logic.Op, swap bool) func(*application, value, value) (*logic.Term, error) {
	return func(a *application, x, y value) (*logic.Term, error) {
		if swap {
			x, y = y, x
		}
		if x.sort().IsFloat() && y.sort().IsFloat() {
			return floats(op)(a, x, y)
		}
		return numbers(fn)(a, x, y)
	}
}

func equality(a *application, x, y value) (*logic.Term, error) {
	x, y, err := a.unify(x, y)
	switch {
	case err != nil:
		return nil, err
	case x.sort().IsFloat():
		return a.f.FP(logic.OpFPEq, logic.RNE, x.t, y.t), nil
	}
	return a.f.Eq(x.t, y.t), nil
}

func disequality(a *application, x, y value) (*logic.Term, error) {
	t, err := equality(a, x, y)
	if err != nil {
		return nil, err
	}
	return a.f.Not(t), nil
}

func sum(f *logic.Factory, x, y *logic.Term) *logic.Term { return f.Add(x, y) }

func product(f *logic.Factory, x, y *logic.Term) *logic.Term { return f.Mul(x, y) }

func quotient(f *logic.Factory, x, y *logic.Term) *logic.Term {
	if x.Sort().IsReal() {
		return f.RDiv(x, y)
	}
	return f.Div(x, y)
}

// remainder is Z3's rem: mod with the sign of the divisor.
func remainder(f *logic.Factory, x, y *logic.Term) *logic.Term {
	m := f.Mod(x, y)
	return f.Ite(f.Le(f.IntConst(0), y), m, f.Neg(m))
}

// division is a division of bit-vectors. Its value for divisor zero is SMT-LIB's, made explicit here because analyses assume divisors of bit-vector operations to
// be non-zero, as in C.
func division(op logic.Op) binary {
	return func(f *logic.Factory, x, y *logic.Term) *logic.Term {
		w := x.Sort().Width()
		zero := f.BV(0, w)
		byZero := x // of a remainder
		switch op {
		case logic.OpBVUDiv:
			byZero = f.BVNot(zero)
		case logic.OpBVSDiv:
			byZero = f.Ite(f.SLt(x, zero), f.BV(1, w), f.BVNot(zero))
		}
		return f.Ite(f.Eq(y, zero), byZero, f.BVOp(op, x, y))
	}
}

// modulus is bvsmod.
func modulus(f *logic.Factory, x, y *logic.Term) *logic.Term {
	return f.Ite(f.Eq(y, f.BV(0, x.Sort().Width())), x, f.BVSMod(x, y))
}

// rotation shifts bits one way and those that fall out back in.
func rotation(there, back logic.Op) binary {
	return func(f *logic.Factory, x, y *logic.Term) *logic.Term {
		n := x.Sort().Width()
		w := f.BV(uint64(n), n) // n < 2^n
		k := f.BVOp(logic.OpBVURem, y, w)
		return f.BVOp(logic.OpBVOr, f.BVOp(there, x, k), f.BVOp(back, x, f.BVOp(logic.OpBVSub, w, k)))
	}
}

func concat(a *application, x, y value) (*logic.Term, error) {
	for _, v := range []value{x, y} {
		if err := a.vector(v); err != nil {
			return nil, err
		}
	}
	if w := x.sort().Width() + y.sort().Width(); w > maxWidth {
		return nil, modelfile.Unsupported(a.op.pos, "bit-vectors of more than %d bits are not supported; keep the parts apart", maxWidth)
	}
	return a.f.Concat(x.t, y.t), nil
}
