package ctext

import (
	"cmp"
	"math/big"
	"slices"
	"strings"

	"cupel/core/logic"
)

// truth is a C expression that is 0 or 1.
type truth struct {
	text    string
	kind    kind
	value   value
	flipped string // of a lower bound: with the bound on the left
}

// value is the known value of a truth, if any.
type value uint8

const (
	sometimes value = iota
	always
	never
)

func constant(b bool) truth {
	if b {
		return truth{text: "1", value: always}
	}
	return truth{text: "0", value: never}
}

func (p *Printer) atom(text string, k kind) truth { return truth{text: p.sized(text), kind: k} }

// truth prints a formula or its negation.
func (p *Printer) truth(t *logic.Term, negative bool) truth {
	k := key{t: t, context: p.context.version}
	if negative {
		k.as = signed
	}
	if s, ok := p.truths[k]; ok {
		return s
	}
	if !p.step() {
		return constant(false)
	}
	s := p.formula(t, negative)
	if p.err != nil {
		return constant(false)
	}
	p.truths[k] = s
	return s
}

func (p *Printer) formula(t *logic.Term, negative bool) truth {
	switch {
	case t.IsConst():
		return constant(t.IsTrue() != negative)
	case p.context.known[t] > 0:
		return constant(!negative)
	case p.context.known[p.f.Not(t)] > 0:
		return constant(negative)
	}
	switch t.Op() {
	case logic.OpNot:
		return p.truth(t.Arg(0), !negative)
	case logic.OpVar:
		return p.truthSymbol(t, negative)
	case logic.OpAnd, logic.OpOr:
		return p.junction(t, negative)
	case logic.OpIte:
		return p.either(t, negative)
	case logic.OpEq:
		switch s := t.Arg(0).Sort(); {
		case s.IsBool():
			return p.equivalence(t, negative)
		case s.IsBV():
			return p.equation(t, negative)
		case s.IsFloat():
			return p.identity(t, negative)
		}
	case logic.OpSLe:
		return p.order("<=", t, signed, negative)
	case logic.OpSLt:
		return p.order("<", t, signed, negative)
	case logic.OpULe:
		return p.order("<=", t, unsigned, negative)
	case logic.OpULt:
		return p.order("<", t, unsigned, negative)
	case logic.OpSAddOK, logic.OpSSubOK, logic.OpSMulOK:
		return p.representable(t, negative)
	case logic.OpFPEq, logic.OpFPLe, logic.OpFPLt, logic.OpFPIsNaN, logic.OpFPIsInf, logic.OpFPIsZero, logic.OpFPIsNormal,
		logic.OpFPIsSubnormal, logic.OpFPIsNeg:
		return p.floatTruth(t, negative)
	}
	p.unsupported(t)
	return constant(false)
}

func (p *Printer) truthSymbol(t *logic.Term, negative bool) truth {
	o, ok := p.operand(t)
	switch {
	case !ok:
		return constant(false)
	case o.Type == "_Bool" && !negative:
		return truth{text: o.Name}
	case o.Type == "_Bool":
		return truth{text: "!" + o.Name, kind: unary}
	case negative:
		return truth{text: o.Name + " == 0", kind: comparison}
	}
	return truth{text: o.Name + " != 0", kind: comparison}
}

// junction prints a conjunction or a disjunction, flat. Each argument is a fact for the ones after it.
func (p *Printer) junction(t *logic.Term, negative bool) truth {
	and := (t.Op() == logic.OpAnd) != negative
	k, glue, decided := disjunction, " || ", always
	if and {
		k, glue, decided = conjunction, " && ", never
	}
	m := p.context.mark()
	defer p.context.drop(m)
	type part struct {
		truth
		at place
	}
	var parts []part
	length := 0
	for _, l := range p.arranged(t, negative, and) {
		s := p.truth(l.t, negative)
		if s.value == decided {
			return constant(!and)
		}
		if s.value == sometimes {
			parts = append(parts, part{s, l})
			if length += len(s.text); length > maxText {
				p.sized(strings.Repeat(" ", length))
			}
		}
		if fact := l.t; t.Op() == logic.OpAnd {
			p.assume(m, fact)
		} else {
			p.assume(m, p.f.Not(fact))
		}
		if p.err != nil {
			break
		}
	}
	switch len(parts) {
	case 0:
		return constant(and)
	case 1:
		return parts[0].truth
	}
	texts := make([]string, len(parts))
	for i, s := range parts {
		texts[i] = operandOf(s.text, s.kind, k)
		if and && s.flipped != "" && i+1 < len(parts) {
			if next := parts[i+1]; next.at.of == s.at.of && s.at.of != nil && strings.Contains(next.text, " <= ") {
				texts[i] = s.flipped // -5 <= x && x <= 5
			}
		}
	}
	return p.atom(strings.Join(texts, glue), k)
}

// both joins two formulas.
func (p *Printer) both(a, b truth, and bool) truth {
	k, glue, decided := disjunction, " || ", always
	if and {
		k, glue, decided = conjunction, " && ", never
	}
	switch {
	case a.value == decided || b.value == decided:
		return constant(!and)
	case a.value != sometimes:
		return b
	case b.value != sometimes:
		return a
	}
	return p.atom(operandOf(a.text, a.kind, k)+glue+operandOf(b.text, b.kind, k), k)
}

// place is the position at which an argument of a junction is printed.
type place struct {
	t     *logic.Term
	rank  int
	of    *logic.Term // what a bound is on
	upper bool
}

// arranged puts bounds of symbols first, those of one symbol together, and what
// computes behind what does not, so that it is printed where more is known.
func (p *Printer) arranged(t *logic.Term, negative, and bool) []place {
	out := make([]place, t.NumArgs())
	for i, a := range t.Args() {
		l := place{t: a, rank: 2}
		fact := a
		if negative {
			fact = p.f.Not(a)
		}
		if x, lo, hi, as, ok := bounds(fact); ok {
			least, greatest := limits(x.Sort().Width(), as)
			if x.IsVar() {
				l.rank, l.of = 0, x
				l.upper = hi.Cmp(greatest) != 0 && lo.Cmp(least) == 0
			}
		} else if len(logic.FreeVars(a)) == 1 || a.Op() >= logic.OpSAddOK && a.Op() <= logic.OpSMulOK {
			l.rank = 1
		}
		out[i] = l
	}
	slices.SortStableFunc(out, func(a, b place) int {
		switch {
		case a.rank != b.rank:
			return a.rank - b.rank
		case a.rank > 0:
			return 0
		case a.of != b.of:
			return cmp.Or(p.operands[a.of].Order-p.operands[b.of].Order, int(a.of.ID())-int(b.of.ID()))
		case a.upper == b.upper:
			return 0
		case a.upper == and:
			return 1
		}
		return -1
	})
	return out
}

// under prints in the context of a condition.
func under[T any](p *Printer, condition *logic.Term, print func() T) T {
	m := p.context.mark()
	defer p.context.drop(m)
	p.assume(m, condition)
	return print()
}

// either prints a conditional between formulas.
func (p *Printer) either(t *logic.Term, negative bool) truth {
	c := p.truth(t.Arg(0), false)
	a := under(p, t.Arg(0), func() truth { return p.truth(t.Arg(1), negative) })
	b := under(p, p.f.Not(t.Arg(0)), func() truth { return p.truth(t.Arg(2), negative) })
	switch c.value {
	case always:
		return a
	case never:
		return b
	}
	return p.atom(operandOf(c.text, c.kind, choice)+" ? "+operandOf(a.text, a.kind, choice)+" : "+operandOf(b.text, b.kind, choice), choice)
}

func (p *Printer) equivalence(t *logic.Term, negative bool) truth {
	a, b := p.truth(t.Arg(0), false), p.truth(t.Arg(1), false)
	switch {
	case a.value != sometimes:
		return p.truth(t.Arg(1), negative == (a.value == always))
	case b.value != sometimes:
		return p.truth(t.Arg(0), negative == (b.value == always))
	}
	op := " == "
	if negative {
		op = " != "
	}
	return p.atom(side(a)+op+side(b), comparison)
}

// side is a truth value that is compared with another one; compilers warn of !a == b.
func side(s truth) string {
	if s.kind == primary {
		return s.text
	}
	return "(" + s.text + ")"
}

// mirrored is the comparison with its sides exchanged, opposite its negation.
var (
	mirrored = map[string]string{"<=": ">=", ">=": "<=", "<": ">", ">": "<", "==": "==", "!=": "!="}
	opposite = map[string]string{"<=": ">", ">=": "<", "<": ">=", ">": "<=", "==": "!=", "!=": "=="}
)

func (p *Printer) order(op string, t *logic.Term, as view, negative bool) truth {
	if negative {
		op = opposite[op]
	}
	return p.compare(op, p.word(t.Arg(0), as), p.word(t.Arg(1), as))
}

// compare prints a comparison of numbers, a constant on the right.
func (p *Printer) compare(op string, a, b word) truth {
	if p.err != nil {
		return constant(false)
	}
	if v, ok := decided(op, a, b); ok {
		return constant(v)
	}
	if a.literal {
		a, b, op = b, a, mirrored[op]
	}
	if b.literal {
		op, b = p.rounder(op, a, b)
		if b.kind == sum && a.typ.bits > b.typ.bits { // the least int is easier to write as a long
			b = p.cast(b, ctype{a.typ.bits, true})
		}
	}
	switch {
	case op == "<=" && b.literal && b.lo.Cmp(a.lo) == 0, op == ">=" && b.literal && b.lo.Cmp(a.hi) == 0:
		op = "=="
	}
	a, b, _ = p.unify(a, b)
	left, right := operandOf(a.text, a.kind, comparison), operandOf(b.text, b.kind, comparison)
	r := p.atom(left+" "+op+" "+right, comparison)
	if b.literal && op == ">=" {
		r.flipped = right + " <= " + left
	}
	return r
}

// decided evaluates a comparison that the ranges decide.
func decided(op string, a, b word) (v, ok bool) {
	switch op {
	case ">", ">=":
		return decided(mirrored[op], b, a)
	case "<":
		return a.hi.Cmp(b.lo) < 0, a.hi.Cmp(b.lo) < 0 || a.lo.Cmp(b.hi) >= 0
	case "<=":
		return a.hi.Cmp(b.lo) <= 0, a.hi.Cmp(b.lo) <= 0 || a.lo.Cmp(b.hi) > 0
	}
	apart := a.hi.Cmp(b.lo) < 0 || b.hi.Cmp(a.lo) < 0
	same := a.lo.Cmp(a.hi) == 0 && b.lo.Cmp(b.hi) == 0 && a.lo.Cmp(b.lo) == 0
	return same == (op == "=="), apart || same
}

// rounder moves a bound by one where the number is rounder then: x <= -1 is x < 0.
func (p *Printer) rounder(op string, a, b word) (string, word) {
	by, other := int64(1), ""
	switch op {
	case "<":
		by, other = -1, "<="
	case "<=":
		other = "<"
	case ">":
		other = ">="
	case ">=":
		by, other = -1, ">"
	default:
		return op, b
	}
	v := new(big.Int).Add(b.lo, big.NewInt(by))
	if roundness(v) <= roundness(b.lo) || !a.typ.has(v, v) {
		return op, b
	}
	return other, p.literal(v)
}

// roundness is the number of zeros that a number ends in, when they are half of
// its digits.
func roundness(v *big.Int) int {
	if v.Sign() == 0 {
		return 100
	}
	s := v.String()
	zeros := len(s) - len(strings.TrimRight(s, "0"))
	if 2*zeros < len(strings.TrimLeft(s, "-")) {
		return 0
	}
	return zeros
}

// equation prints an equation of words: as signed or as unsigned numbers,
// whichever needs fewer casts.
func (p *Printer) equation(t *logic.Term, negative bool) truth {
	op := "=="
	if negative {
		op = "!="
	}
	x, y := t.Arg(0), t.Arg(1)
	if s, ok := p.divisible(op, x, y); ok {
		return s
	}
	if a, b := x.Op() == logic.OpVar, y.Op() == logic.OpVar; b && !x.IsConst() && (!a || p.later(x, y)) {
		x, y = y, x
	}
	s := p.compare(op, p.word(x, signed), p.word(y, signed))
	u := p.compare(op, p.word(x, unsigned), p.word(y, unsigned))
	switch {
	case u.value != sometimes || s.value == sometimes && cost(u.text) < cost(s.text):
		return u
	}
	return s
}

// divisible prints a test of low bits as one of a remainder.
func (p *Printer) divisible(op string, x, y *logic.Term) (truth, bool) {
	c, ok := y.BVUint64()
	if !ok {
		return truth{}, false
	}
	k := 0
	switch {
	case x.Op() == logic.OpExtract && x.Lo() == 0 && !standard(x.Hi()+1) && x.Hi() < 30:
		x, k = x.Arg(0), x.Hi()+1
	case x.Op() == logic.OpBVAnd && x.Arg(1).IsConst() && x.Arg(1).BVBig().Cmp(one) == 0:
		x, k = x.Arg(0), 1
	default:
		return truth{}, false
	}
	e := p.word(x, low)
	switch {
	case p.err != nil || c>>k != 0 || e.literal:
		return truth{}, false
	case e.lo.Sign() >= 0 || c == 0:
	case k == 1: // the remainder of a negative number is -1
		c, op = 0, opposite[op]
	default:
		return truth{}, false
	}
	d := p.literal(new(big.Int).Lsh(one, uint(k)))
	if e.hi.Cmp(d.lo) < 0 && e.lo.Sign() >= 0 {
		return p.compare(op, e, p.literal(new(big.Int).SetUint64(c))), true
	}
	r := p.divided(" % ", e, d, e.typ)
	return p.compare(op, r, p.literal(new(big.Int).SetUint64(c))), true
}

// representable prints that signed arithmetic does not overflow.
func (p *Printer) representable(t *logic.Term, negative bool) truth {
	x, y := t.Arg(0), t.Arg(1)
	w := x.Sort().Width()
	op := map[logic.Op]byte{logic.OpSAddOK: '+', logic.OpSSubOK: '-', logic.OpSMulOK: '*'}[t.Op()]
	a, b := p.word(x, signed), p.word(y, signed)
	least, greatest := limits(w, signed)
	r := exact(op, a, b)
	if r.lo.Cmp(least) >= 0 && r.hi.Cmp(greatest) <= 0 {
		return constant(!negative)
	}
	f := p.f
	lo, hi, null := f.BVBig(least, w), f.BVBig(greatest, w), f.BV(0, w)
	wide := (ctype{64, true}).has(r.lo, r.hi)
	switch {
	case op != '*' && b.literal: // one side can overflow
		v := new(big.Int).Set(b.lo)
		if op == '-' {
			v.Neg(v)
		}
		if v.Sign() > 0 {
			return p.truth(f.SLe(x, f.BVBig(greatest.Sub(greatest, v), w)), negative)
		}
		return p.truth(f.SLe(f.BVBig(least.Sub(least, v), w), x), negative)
	case wide:
		e := p.exactly(op, a, b)
		below, above := p.compare(">=", e, p.literal(least)), p.compare("<=", e, p.literal(greatest))
		if negative {
			return p.both(p.compare("<", e, p.literal(least)), p.compare(">", e, p.literal(greatest)), false)
		}
		if below.flipped != "" && above.value == sometimes {
			below.text = below.flipped
		}
		return p.both(below, above, true)
	case op == '+':
		return p.truth(f.Ite(f.SLe(null, y), f.SLe(x, f.BVOp(logic.OpBVSub, hi, y)), f.SLe(f.BVOp(logic.OpBVSub, lo, y), x)), negative)
	case op == '-':
		return p.truth(f.Ite(f.SLt(y, null), f.SLe(x, f.BVOp(logic.OpBVAdd, y, hi)), f.SLe(f.BVOp(logic.OpBVAdd, y, lo), x)), negative)
	}
	// A wrapped product divided by a factor is the other factor only when nothing was lost.
	back := f.Eq(f.BVOp(logic.OpBVSDiv, f.BVOp(logic.OpBVMul, x, y), y), x)
	return p.truth(f.Or(f.Eq(y, null), f.Ite(f.Eq(y, f.BVInt(-1, w)), f.Ne(x, lo), back)), negative)
}
