package c

import (
	"math/big"
	"strings"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/frontend/c/tree"

	"modernc.org/cc/v4"
)

// mathFuncs are the functions whose value IEEE 754 and C fix exactly; the
// suffixes f and l choose the type. The number is that of their arguments.
var mathFuncs = map[string]int{
	"fabs": 1, "floor": 1, "ceil": 1, "trunc": 1, "rint": 1, "nearbyint": 1, "round": 1, "roundeven": 1, "sqrt": 1,
	"fmin": 2, "fmax": 2, "fmod": 2, "remainder": 2, "drem": 2, "copysign": 2, "fdim": 2, "fma": 3,
	"inf": 0, "huge_val": 0, "nan": -1, "nans": -1,
	"isnan": 1, "isinf": 1, "isinf_sign": 1, "isfinite": 1, "finite": 1, "isnormal": 1, "signbit": 1, "fpclassify": -1,
	"lrint": 1, "llrint": 1, "lround": 1, "llround": 1,
}

// compareFuncs are the type-generic quiet comparisons.
var compareFuncs = set("isgreater", "isgreaterequal", "isless", "islessequal", "islessgreater", "isunordered")

// classifyFuncs take a float of any type when called as built-ins.
var classifyFuncs = set("isnan", "isinf", "isinf_sign", "isfinite", "finite", "isnormal", "signbit", "fpclassify")

// mathName splits the name of a math function into its base and float type.
func (b *builder) mathName(name string) (base string, t *ctype, ok bool) {
	base = strings.TrimPrefix(name, "__builtin_")
	if base == name {
		base = strings.TrimPrefix(name, "__")
	}
	if _, ok := mathFuncs[base]; ok {
		return base, b.tt.kind(cc.Double), true
	}
	for s, k := range map[string]cc.Kind{"f": cc.Float, "l": cc.LongDouble} {
		if r, cut := strings.CutSuffix(base, s); cut {
			if _, ok := mathFuncs[r]; ok {
				return r, b.tt.kind(k), true
			}
		}
	}
	return "", nil, false
}

// setsErrno are those of them that may set errno.
var setsErrno = set("sqrt", "fmod", "remainder", "drem", "fdim", "fma", "lrint", "llrint", "lround", "llround")

// pureFuncs are the other functions with a model that is a term.
var pureFuncs = set("__builtin_expect", "__builtin_constant_p", "__ccgo__types_compatible_p", "__builtin_object_size", "__builtin_dynamic_object_size",
	"abs", "labs", "llabs", "__builtin_abs", "__builtin_labs", "__builtin_llabs",
	"__builtin_popcount", "__builtin_popcountl", "__builtin_popcountll", "__builtin_parity", "__builtin_parityl", "__builtin_parityll",
	"__builtin_ctz", "__builtin_ctzl", "__builtin_ctzll", "__builtin_clz", "__builtin_clzl", "__builtin_clzll",
	"__builtin_ffs", "__builtin_ffsl", "__builtin_ffsll", "ffs", "ffsl", "ffsll",
	"__builtin_clrsb", "__builtin_clrsbl", "__builtin_clrsbll", "__builtin_bswap16", "__builtin_bswap32", "__builtin_bswap64",
	"isdigit", "isalpha", "isupper", "islower", "isspace", "isalnum", "isxdigit", "isprint", "isgraph", "isblank", "iscntrl", "ispunct", "tolower", "toupper")

// pureCall reports whether a call is one term.
func (b *builder) pureCall(n *cc.PostfixExpression) bool {
	name, ok := tree.CalleeName(n.PostfixExpression)
	if !ok || b.isError[name] {
		return false
	}
	if target, why := b.target(name); b.defs[target] != nil || why != "" {
		return false
	}
	if _, _, isMath := b.mathName(name); !isMath && !pureFuncs[name] && !compareFuncs[strings.TrimPrefix(name, "__builtin_")] {
		return false
	}
	if isObjectSize(name) {
		_, known := b.objectSize(n)
		return known
	}
	if name == "__builtin_constant_p" || name == "__ccgo__types_compatible_p" {
		return true
	}
	for _, e := range tree.Args(n) {
		if !b.pure(e) {
			return false
		}
	}
	return true
}

// pureFunction evaluates a call for which pureCall may hold.
func (b *builder) pureFunction(name string, n *cc.PostfixExpression, ft *cc.FunctionType) (val, bool) {
	es := tree.Args(n)
	switch name {
	case "__builtin_constant_p", "__ccgo__types_compatible_p":
		if v, ok := n.Value().(cc.Int64Value); ok {
			return b.intVal(int64(v), b.intT()), true
		}
		return b.intVal(0, b.intT()), true
	case "__builtin_choose_expr":
		e := tree.Chosen(n)
		if e == nil {
			return val{}, false
		}
		if c, ok := b.constInt(es[0]); !ok || (c != 0) != (e == es[1]) {
			return b.unsupported("__builtin_choose_expr whose condition depends on a size that the parser does not know", n, b.typeOf(n)), true
		}
		return b.rvalue(e), true
	case "__builtin_object_size", "__builtin_dynamic_object_size":
		if size, known := b.objectSize(n); known {
			return b.intVal(size, b.tt.sizeT()), true
		}
		return b.anyResult(name, b.tt.sizeT()), true
	}
	if op := strings.TrimPrefix(name, "__builtin_"); compareFuncs[op] && len(es) == 2 {
		x, y := b.operands(es[0], es[1])
		return b.quietCompare(op, x, y, n), true
	}
	if base, t, ok := b.mathName(name); ok {
		want := mathFuncs[base]
		if want >= 0 && len(es) != want {
			return val{}, false
		}
		return b.mathCall(base, name, t, b.args(n, ft), n), true
	}
	if !pureFuncs[name] || len(es) == 0 {
		return val{}, false
	}
	args := b.args(n, ft)
	v := args[0]
	if v.x == nil || v.t.kind == tFloat {
		return val{}, false
	}
	base := strings.TrimPrefix(name, "__builtin_")
	switch {
	case base == "expect":
		return v, true
	case base == "abs" || base == "labs" || base == "llabs":
		k := map[string]cc.Kind{"abs": cc.Int, "labs": cc.Long, "llabs": cc.LongLong}[base]
		t := b.tt.kind(k)
		x := b.convert(v, t, n)
		neg := b.f.BVNeg(x)
		if !b.o.SignedOverflowWraps {
			b.check(b.f.Ne(x, b.f.BVBig(new(big.Int).Lsh(big.NewInt(1), uint(t.width-1)), t.width)), program.ArguableOverflow, "signed overflow")
			neg = b.f.BVNegNSW(x)
		}
		return val{t: t, x: b.f.Ite(b.f.SLt(x, b.f.BV(0, t.width)), neg, x)}, true
	case strings.HasPrefix(base, "is"), base == "tolower", base == "toupper":
		return b.ctype(base, b.convert(v, b.intT(), n)), true
	}
	return b.bitFunction(base, v), true
}

// bitFunction is popcount, parity, ctz, clz, clrsb, ffs and bswap.
func (b *builder) bitFunction(base string, v val) val {
	f, x, w := b.f, v.x, v.x.Sort().Width()
	intVal := func(t *logic.Term) val { return val{t: b.intT(), x: t} }
	bit := func(i int) *logic.Term { return f.Extract(i, i, x) }
	set := func(i int) *logic.Term { return f.Eq(bit(i), f.BV(1, 1)) }
	switch {
	case strings.HasPrefix(base, "popcount"), strings.HasPrefix(base, "parity"):
		s := f.BV(0, 32)
		for i := 0; i < w; i++ {
			s = f.BVOp(logic.OpBVAdd, s, f.ZeroExt(31, bit(i)))
		}
		if strings.HasPrefix(base, "parity") {
			s = f.BVOp(logic.OpBVAnd, s, f.BV(1, 32))
		}
		return intVal(s)
	case strings.HasPrefix(base, "bswap"):
		r := f.Extract(7, 0, x)
		for i := 8; i < w; i += 8 {
			r = f.Concat(r, f.Extract(i+7, i, x))
		}
		return val{t: v.t, x: r}
	case strings.HasPrefix(base, "clrsb"):
		x = b.countZeros(f.Ite(set(w-1), f.BVNot(x), x), true)
		return intVal(f.BVOp(logic.OpBVSub, x, f.BV(1, 32)))
	case strings.HasPrefix(base, "clz"):
		b.check(f.Ne(x, f.BV(0, w)), program.LibraryUse, "clz of zero")
		r := f.BV(uint64(w), 32)
		for i := 0; i < w; i++ {
			r = f.Ite(set(i), f.BV(uint64(w-1-i), 32), r)
		}
		return intVal(r)
	default: // ctz, ffs
		off := uint64(0)
		r := f.BV(uint64(w), 32)
		if strings.HasPrefix(base, "ffs") {
			off, r = 1, f.BV(0, 32)
		} else {
			b.check(f.Ne(x, f.BV(0, w)), program.LibraryUse, "ctz of zero")
		}
		for i := w - 1; i >= 0; i-- {
			r = f.Ite(set(i), f.BV(uint64(i)+off, 32), r)
		}
		return intVal(r)
	}
}

// ctype is the <ctype.h> function in the C locale; the nonzero results are
// glibc's.
func (b *builder) ctype(base string, c *logic.Term) val {
	f := b.f
	k := func(n int) *logic.Term { return f.BVInt(int64(n), 32) }
	in := func(lo, hi int) *logic.Term { return f.And(f.SLe(k(lo), c), f.SLe(c, k(hi))) }
	b.check(in(-128, 255), program.LibraryUse, "character out of range")
	switch base {
	case "tolower":
		return val{t: b.intT(), x: f.Ite(in('A', 'Z'), f.BVOp(logic.OpBVAdd, c, k(32)), c)}
	case "toupper":
		return val{t: b.intT(), x: f.Ite(in('a', 'z'), f.BVOp(logic.OpBVSub, c, k(32)), c)}
	}
	alpha, digit := f.Or(in('A', 'Z'), in('a', 'z')), in('0', '9')
	graph := in(33, 126)
	sets := map[string]struct {
		c *logic.Term
		v int
	}{
		"isupper": {in('A', 'Z'), 256}, "islower": {in('a', 'z'), 512}, "isalpha": {alpha, 1024}, "isdigit": {digit, 2048},
		"isxdigit": {f.Or(digit, in('A', 'F'), in('a', 'f')), 4096}, "isspace": {f.Or(in(9, 13), f.Eq(c, k(32))), 8192},
		"isprint": {in(32, 126), 16384}, "isgraph": {graph, 32768}, "isblank": {f.Or(f.Eq(c, k(9)), f.Eq(c, k(32))), 1},
		"iscntrl": {f.Or(in(0, 31), f.Eq(c, k(127))), 2}, "ispunct": {f.And(graph, f.Not(f.Or(alpha, digit))), 4}, "isalnum": {f.Or(alpha, digit), 8},
	}
	s := sets[base]
	return val{t: b.intT(), x: f.Ite(s.c, k(s.v), k(0))}
}

func (b *builder) quietCompare(op string, x, y val, at cc.Node) val {
	x, y, t := b.usual(x, y, at)
	if t.kind != tFloat {
		return b.unsupported(op+" on integers", at, b.intT())
	}
	f := b.f
	lt := func(a, c *logic.Term) *logic.Term { return f.FP(logic.OpFPLt, logic.RNE, a, c) }
	le := func(a, c *logic.Term) *logic.Term { return f.FP(logic.OpFPLe, logic.RNE, a, c) }
	switch op {
	case "isgreater":
		return b.boolVal(lt(y.x, x.x))
	case "isgreaterequal":
		return b.boolVal(le(y.x, x.x))
	case "isless":
		return b.boolVal(lt(x.x, y.x))
	case "islessequal":
		return b.boolVal(le(x.x, y.x))
	case "islessgreater":
		return b.boolVal(f.Or(lt(x.x, y.x), lt(y.x, x.x)))
	}
	return b.boolVal(f.Or(b.isNaN(x.x), b.isNaN(y.x)))
}

func (b *builder) isNaN(x *logic.Term) *logic.Term {
	return b.f.FP(logic.OpFPIsNaN, logic.RNE, x)
}

func (b *builder) copySign(x, y *logic.Term) *logic.Term {
	a := b.f.FP(logic.OpFPAbs, logic.RNE, x)
	return b.f.Ite(b.negative(y), b.f.FP(logic.OpFPNeg, logic.RNE, a), a)
}

// mathCall evaluates a math function. t is the type of its name's suffix.
func (b *builder) mathCall(base, name string, t *ctype, args []val, at cc.Node) val {
	f := b.f
	fp := func(op logic.Op, rm logic.RoundingMode, xs ...*logic.Term) val {
		return val{t: t, x: f.FP(op, rm, xs...)}
	}
	var x, y, z *logic.Term
	ft := t
	switch base {
	case "inf", "huge_val":
		return val{t: t, x: f.FloatBits(t.sort, floatBitsOf(new(big.Float).SetInf(false), t.sort))}
	case "nan", "nans":
		return val{t: t, x: b.nan(t)}
	case "fpclassify":
		return b.fpClassify(args, at)
	}
	for i, a := range args {
		if a.x == nil || !a.t.isArith() {
			return b.unsupported("argument of "+name, at, t)
		}
		if classifyFuncs[base] && a.t.kind == tFloat {
			ft = a.t // type-generic
		}
		switch i {
		case 0:
			x = b.convert(a, ft, at)
		case 1:
			y = b.convert(a, ft, at)
		case 2:
			z = b.convert(a, ft, at)
		}
	}
	if setsErrno[base] {
		b.anyErrno(name)
	}
	round := func(rm logic.RoundingMode) val { return fp(logic.OpFPRoundToIntegral, rm, x) }
	isInf := func() *logic.Term { return f.FP(logic.OpFPIsInf, logic.RNE, x) }
	switch base {
	case "fabs":
		return fp(logic.OpFPAbs, logic.RNE, x)
	case "floor":
		return round(logic.RTN)
	case "ceil":
		return round(logic.RTP)
	case "trunc":
		return round(logic.RTZ)
	case "rint", "nearbyint", "roundeven":
		return round(logic.RNE)
	case "round":
		return round(logic.RNA)
	case "sqrt":
		return fp(logic.OpFPSqrt, logic.RNE, x)
	case "remainder", "drem":
		return fp(logic.OpFPRem, logic.RNE, x, y)
	case "fma":
		return fp(logic.OpFPFMA, logic.RNE, x, y, z)
	case "fmod":
		return val{t: t, x: b.fmod(x, y, t)}
	case "copysign":
		return val{t: t, x: b.copySign(x, y)}
	case "fmin":
		return val{t: t, x: b.extremum(f.FP(logic.OpFPLe, logic.RNE, x, y), x, y)}
	case "fmax":
		return val{t: t, x: b.extremum(f.FP(logic.OpFPLe, logic.RNE, y, x), x, y)}
	case "fdim":
		d := f.FP(logic.OpFPSub, logic.RNE, x, y)
		return val{t: t, x: f.Ite(f.FP(logic.OpFPLe, logic.RNE, x, y), b.floatConst(0, t), d)}
	case "isnan":
		return b.boolVal(b.isNaN(x))
	case "isinf":
		if strings.HasPrefix(name, "__isinf") { // glibc's function returns the sign
			return b.signedInf(x, isInf())
		}
		return b.boolVal(isInf())
	case "isinf_sign":
		return b.signedInf(x, isInf())
	case "isfinite", "finite":
		return b.boolVal(f.Not(f.Or(isInf(), b.isNaN(x))))
	case "isnormal":
		return b.boolVal(f.FP(logic.OpFPIsNormal, logic.RNE, x))
	case "signbit":
		return b.boolVal(b.negative(x))
	}
	// lrint, llrint, lround, llround: an unspecified value when out of range.
	rm, to := logic.RNE, b.tt.kind(cc.Long)
	if strings.Contains(base, "round") {
		rm = logic.RNA
	}
	if strings.HasPrefix(base, "ll") {
		to = b.tt.kind(cc.LongLong)
	}
	r := f.FP(logic.OpFPRoundToIntegral, rm, x)
	hi := b.pow2(to.width-1, t)
	ok := f.And(f.FP(logic.OpFPLe, logic.RNE, f.FP(logic.OpFPNeg, logic.RNE, hi), r), f.FP(logic.OpFPLt, logic.RNE, r, hi))
	return val{t: to, x: f.Ite(ok, f.FPToBV(true, to.width, rm, x), b.anyResult(name, to).x)}
}

// extremum is x where first holds and y elsewhere, the other one when one is a
// NaN, and any of two zeros of different sign: libraries differ there.
func (b *builder) extremum(first, x, y *logic.Term) *logic.Term {
	f := b.f
	r := f.Ite(first, x, f.Ite(b.isNaN(y), x, y))
	zeros := f.And(f.FP(logic.OpFPIsZero, logic.RNE, x), f.FP(logic.OpFPIsZero, logic.RNE, y))
	if x == y || zeros.IsFalse() {
		return r
	}
	neg := func(x *logic.Term) *logic.Term { return f.FP(logic.OpFPIsNeg, logic.RNE, x) }
	differ := f.And(zeros, f.Not(f.Eq(neg(x), neg(y))))
	return f.Ite(differ, f.Ite(b.unknownBit("the sign of a zero"), x, y), r)
}

func (b *builder) nan(t *ctype) *logic.Term {
	e := new(big.Int).Lsh(big.NewInt(int64(1)<<uint(t.sort.ExpBits())-1), uint(t.sort.SigBits()-1))
	return b.f.FloatBits(t.sort, e.SetBit(e, t.sort.SigBits()-2, 1))
}

func (b *builder) signedInf(x, inf *logic.Term) val {
	f := b.f
	sign := f.Ite(f.FP(logic.OpFPIsNeg, logic.RNE, x), f.BVInt(-1, 32), f.BV(1, 32))
	return val{t: b.intT(), x: f.Ite(inf, sign, f.BV(0, 32))}
}

// fmod computes C's fmod from the IEEE remainder r of the absolute values: it
// is r, or r+|y| when r is negative. That sum is the exact result, so adding
// does not round.
func (b *builder) fmod(x, y *logic.Term, t *ctype) *logic.Term {
	f := b.f
	a, c := f.FP(logic.OpFPAbs, logic.RNE, x), f.FP(logic.OpFPAbs, logic.RNE, y)
	r := f.FP(logic.OpFPRem, logic.RNE, a, c)
	m := f.Ite(f.FP(logic.OpFPLt, logic.RNE, r, b.floatConst(0, t)), f.FP(logic.OpFPAdd, logic.RNE, r, c), r)
	m = f.FP(logic.OpFPAbs, logic.RNE, m)
	return f.Ite(f.FP(logic.OpFPIsNeg, logic.RNE, x), f.FP(logic.OpFPNeg, logic.RNE, m), m)
}

// fpClassify is __builtin_fpclassify(nan, inf, normal, subnormal, zero, x), or
// glibc's __fpclassify(x).
func (b *builder) fpClassify(args []val, at cc.Node) val {
	k := []val{b.intVal(0, b.intT()), b.intVal(1, b.intT()), b.intVal(4, b.intT()), b.intVal(3, b.intT()), b.intVal(2, b.intT())}
	if len(args) == 6 {
		for i := range k {
			k[i] = val{t: b.intT(), x: b.convert(args[i], b.intT(), at)}
		}
	} else if len(args) != 1 {
		return b.unsupported("fpclassify", at, b.intT())
	}
	v := args[len(args)-1]
	if v.x == nil || v.t.kind != tFloat {
		return b.unsupported("fpclassify of a non-float", at, b.intT())
	}
	f := b.f
	is := func(op logic.Op) *logic.Term { return f.FP(op, logic.RNE, v.x) }
	r := f.Ite(is(logic.OpFPIsZero), k[4].x, k[3].x)
	r = f.Ite(is(logic.OpFPIsNormal), k[2].x, r)
	r = f.Ite(is(logic.OpFPIsInf), k[1].x, r)
	return val{t: b.intT(), x: f.Ite(is(logic.OpFPIsNaN), k[0].x, r)}
}
