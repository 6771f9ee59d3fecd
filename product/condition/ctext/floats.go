package ctext

import (
	"math/big"

	"cupel/core/logic"
	"cupel/frontend/c/literal"
)

// float is a C expression of type float or double.
type float struct {
	text string
	kind kind
	sort *logic.Sort
	// narrow is, for a float that was converted to double, the text without the
	// cast: C converts it where the other operand is a double.
	narrow     string
	narrowKind kind
}

func (p *Printer) float(t *logic.Term) float {
	k := key{t: t, context: p.context.version}
	if x, ok := p.floats[k]; ok {
		return x
	}
	if !p.step() {
		return float{text: "0.0"}
	}
	x := p.floatOf(t)
	x.sort = t.Sort()
	if p.err != nil {
		return float{text: "0.0"}
	}
	p.floats[k] = x
	return x
}

// floatType is C's type of a sort.
func (p *Printer) floatType(s *logic.Sort) string {
	if s == logic.Float32 {
		return "float"
	}
	return "double"
}

func (p *Printer) floatOf(t *logic.Term) float {
	if s := t.Sort(); s != logic.Float32 && s != logic.Float64 {
		p.unsupported(t)
		return float{}
	}
	switch t.Op() {
	case logic.OpConst:
		return floatLiteral(t)
	case logic.OpVar:
		o, ok := p.operand(t)
		if ok && o.Type != p.floatType(t.Sort()) {
			p.fail(ErrOperand)
		}
		return float{text: o.Name}
	case logic.OpIte:
		c := p.truth(t.Arg(0), false)
		a, b := p.float(t.Arg(1)), p.float(t.Arg(2))
		switch c.value {
		case always:
			return a
		case never:
			return b
		}
		return p.floatText(operandOf(c.text, c.kind, choice)+" ? "+operandOf(a.text, a.kind, sum)+" : "+operandOf(b.text, b.kind, sum), choice)
	case logic.OpFPNeg:
		a := p.float(t.Arg(0))
		return p.floatText(prefix("-", word{text: a.text, kind: a.kind}), unary)
	case logic.OpFPAbs:
		suffix := ""
		if t.Sort() == logic.Float32 {
			suffix = "f"
		}
		return p.floatText("__builtin_fabs"+suffix+"("+p.float(t.Arg(0)).text+")", primary)
	case logic.OpFPMin, logic.OpFPMax: // either zero may be the result for both
		f, a, b := p.f, t.Arg(0), t.Arg(1)
		first := f.FP(logic.OpFPLe, logic.RNE, a, b)
		if t.Op() == logic.OpFPMax {
			first = f.FP(logic.OpFPLe, logic.RNE, b, a)
		}
		return p.float(f.Ite(f.FP(logic.OpFPIsNaN, logic.RNE, a), b, f.Ite(f.Or(f.FP(logic.OpFPIsNaN, logic.RNE, b), first), a, b)))
	case logic.OpFPFromBits:
		w := t.Sort().Width()
		return p.floatText("((union { "+p.typeName(w, false)+" bits; "+p.floatType(t.Sort())+" value; }){ "+p.word(t.Arg(0), unsigned).text+" }).value", primary)
	}
	if t.Rounding() != logic.RNE {
		p.unsupported(t)
		return float{}
	}
	switch t.Op() {
	case logic.OpFPAdd:
		return p.floatArithmetic(" + ", t, sum, sum)
	case logic.OpFPSub:
		return p.floatArithmetic(" - ", t, sum, product)
	case logic.OpFPMul:
		return p.floatArithmetic(" * ", t, product, unary)
	case logic.OpFPDiv:
		return p.floatArithmetic(" / ", t, quotient, unary)
	case logic.OpFPFromFP:
		a := p.float(t.Arg(0))
		r := p.floatText(prefix("("+p.floatType(t.Sort())+")", word{text: a.text, kind: a.kind}), unary)
		if t.Sort() == logic.Float64 {
			r.narrow, r.narrowKind = a.text, a.kind
		}
		return r
	case logic.OpFPFromSBV, logic.OpFPFromUBV:
		as := unsigned
		if t.Op() == logic.OpFPFromSBV {
			as = signed
		}
		return p.floatText(prefix("("+p.floatType(t.Sort())+")", p.word(t.Arg(0), as)), unary)
	}
	p.unsupported(t)
	return float{}
}

func (p *Printer) floatText(s string, k kind) float { return float{text: p.sized(s), kind: k} }

// floats2 returns two operands, one of them without a cast that C makes anyway.
func (p *Printer) floats2(t *logic.Term) (a, b float) {
	a, b = p.float(t.Arg(0)), p.float(t.Arg(1))
	switch {
	case a.narrow != "" && b.narrow == "":
		a.text, a.kind = a.narrow, a.narrowKind
	case b.narrow != "" && a.narrow == "":
		b.text, b.kind = b.narrow, b.narrowKind
	}
	return a, b
}

// floatArithmetic prints an operation; right is the weakest syntax that its right
// operand has without parentheses: floats do not associate.
func (p *Printer) floatArithmetic(op string, t *logic.Term, k, right kind) float {
	a, b := p.floats2(t)
	if right == sum {
		right = product
	}
	s := operandOf(a.text, a.kind, k) + op
	if b.kind == quotient && right == product || b.kind <= right {
		return p.floatText(s+b.text, k)
	}
	return p.floatText(s+"("+b.text+")", k)
}

// floatLiteral is a value as a constant.
func floatLiteral(t *logic.Term) float {
	text, k, _ := literal.Float(t, literal.Decimal)
	return float{text: text, kind: kindOf[k]}
}

// floatTruth prints comparisons and classifications. A comparison with a NaN is
// false, so that its negation is not the opposite one.
func (p *Printer) floatTruth(t *logic.Term, negative bool) truth {
	x := t.Arg(0)
	null := func() float { return floatLiteral(p.f.FloatBits(x.Sort(), new(big.Int))) }
	switch t.Op() {
	case logic.OpFPEq:
		a, b := p.floats2(t)
		return p.floatCompare("==", a, b, negative)
	case logic.OpFPLe, logic.OpFPLt:
		op := "<"
		if t.Op() == logic.OpFPLe {
			op = "<="
		}
		a, b := p.floats2(t)
		if x.IsConst() {
			a, b, op = b, a, mirrored[op]
		}
		r := p.floatCompare(op, a, b, false)
		if negative {
			r = p.atom("!("+r.text+")", unary)
		}
		return r
	case logic.OpFPIsZero:
		return p.floatCompare("==", p.float(x), null(), negative)
	case logic.OpFPIsNaN:
		if a := p.float(x); a.kind == primary && len(a.text) < 40 {
			return p.floatCompare("!=", a, a, negative)
		}
		return p.builtin("isnan", x, negative)
	case logic.OpFPIsInf:
		return p.builtin("isinf", x, negative)
	case logic.OpFPIsNormal:
		return p.builtin("isnormal", x, negative)
	case logic.OpFPIsNeg:
		a := p.f.FP(logic.OpFPIsNaN, logic.RNE, x)
		return p.both(p.truth(a, !negative), p.builtin("signbit", x, negative), !negative)
	}
	// Subnormal: not 0 and below the least normal number.
	f := p.f
	least := f.FloatBits(x.Sort(), new(big.Int).Lsh(one, uint(x.Sort().SigBits()-1)))
	abs := f.FP(logic.OpFPAbs, logic.RNE, x)
	return p.truth(f.And(f.Not(f.FP(logic.OpFPIsZero, logic.RNE, x)), f.FP(logic.OpFPLt, logic.RNE, abs, least)), negative)
}

// builtin asks one of the compiler's type-generic classifications, which are not
// 0 when they hold.
func (p *Printer) builtin(name string, x *logic.Term, negative bool) truth {
	op := " != 0"
	if negative {
		op = " == 0"
	}
	return p.atom("__builtin_"+name+"("+p.float(x).text+")"+op, comparison)
}

func (p *Printer) floatCompare(op string, a, b float, negative bool) truth {
	if negative {
		op = opposite[op]
	}
	return p.atom(operandOf(a.text, a.kind, comparison)+" "+op+" "+operandOf(b.text, b.kind, comparison), comparison)
}

// identity prints that two floats are one value: there is one NaN, and the zeros
// differ.
func (p *Printer) identity(t *logic.Term, negative bool) truth {
	x, y := t.Arg(0), t.Arg(1)
	f := p.f
	is := func(op logic.Op, args ...*logic.Term) *logic.Term { return f.FP(op, logic.RNE, args...) }
	equal, neg := is(logic.OpFPEq, x, y), func(a *logic.Term) *logic.Term { return is(logic.OpFPIsNeg, a) }
	if x.IsConst() {
		x, y = y, x
	}
	switch {
	case y.IsConst() && is(logic.OpFPIsNaN, y).IsTrue():
		return p.truth(is(logic.OpFPIsNaN, x), negative)
	case y.IsConst() && is(logic.OpFPIsZero, y).IsTrue() && neg(y).IsTrue():
		return p.truth(f.And(equal, neg(x)), negative)
	case y.IsConst() && is(logic.OpFPIsZero, y).IsTrue():
		return p.truth(f.And(equal, f.Not(neg(x))), negative)
	case y.IsConst():
		return p.truth(equal, negative)
	}
	a, b := p.builtin("signbit", x, false), p.builtin("signbit", y, false)
	op := " == "
	if negative {
		op = " != "
	}
	signs := p.atom(side(a)+op+side(b), comparison)
	nan := f.And(is(logic.OpFPIsNaN, x), is(logic.OpFPIsNaN, y))
	return p.both(p.both(p.truth(equal, negative), signs, !negative), p.truth(nan, negative), negative)
}

// fromFloat prints the conversion of a float to a word, 0 where the number is out
// of range.
func (p *Printer) fromFloat(t *logic.Term) word {
	x, w := t.Arg(0), t.Sort().Width()
	if t.Rounding() != logic.RTZ || w > 64 {
		p.unsupported(t)
		return zero()
	}
	as := unsigned
	if t.Op() == logic.OpFPToSBV {
		as = signed
	}
	lo, hi := limits(w, as)
	c := ctype{p.room(w), as == signed || w < 32}
	a := p.float(x)
	e := word{text: p.sized(prefix("("+p.typeName(c.bits, c.signed)+")", word{text: a.text, kind: a.kind})), kind: unary, typ: c, lo: lo, hi: hi}
	// The numbers are those between lo - 1 and hi + 1, of which the former may be no float.
	s := x.Sort()
	end := func(v *big.Int) *logic.Term {
		return p.f.FPConvert(logic.OpFPFromSBV, s, logic.RNE, p.f.BVBig(v, 70))
	}
	below := new(big.Int).Sub(lo, one)
	from := p.f.FP(logic.OpFPLt, logic.RNE, end(below), x)
	if below.BitLen() > s.SigBits() {
		from = p.f.FP(logic.OpFPLe, logic.RNE, end(lo), x)
	}
	inside := p.f.And(from, p.f.FP(logic.OpFPLt, logic.RNE, x, end(new(big.Int).Add(hi, one))))
	if p.holds(inside) {
		return e
	}
	return p.choose(p.truth(inside, false), e, zero())
}
