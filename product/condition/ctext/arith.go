package ctext

import (
	"math"
	"math/big"

	"cupel/core/logic"
)

// arithmetic prints a sum, a difference or a product modulo 2^w: plainly where it
// cannot overflow, in a wider type where that is all it takes, and in unsigned
// numbers, which wrap, otherwise.
func (p *Printer) arithmetic(t *logic.Term) word {
	x, y := t.Arg(0), t.Arg(1)
	op, ok := byte('+'), logic.OpSAddOK
	switch t.Op() {
	case logic.OpBVSub, logic.OpBVSubNSW:
		op, ok = '-', logic.OpSSubOK
	case logic.OpBVMul, logic.OpBVMulNSW:
		op, ok = '*', logic.OpSMulOK
	}
	if op == '*' && y.IsConst() && number(y, signed).Cmp(big.NewInt(-1)) == 0 {
		return p.negation(x)
	}
	if op != '-' && p.later(x, y) {
		x, y = y, x
	}
	if n := negated(y); op == '+' && n != nil { // x + -y
		y, op, ok = n, '-', logic.OpSSubOK
	} else if n := negated(x); op == '+' && n != nil {
		x, y, op, ok = y, n, '-', logic.OpSSubOK
	}
	w := t.Sort().Width()
	a, b := p.word(x, low), p.word(y, low)
	if r, done := p.plain(op, a, b, w); done {
		return r
	}
	if w == 32 || w == 64 {
		natural := ctype{w, true}
		sa, sb := p.word(x, signed), p.word(y, signed)
		if common(sa.typ, sb.typ) == natural && !(sb.literal && p.minus(sb, w).text == sb.text) && p.holds(p.f.SignedOK(ok, x, y)) {
			r := p.operation(op, sa, sb)
			least, greatest := natural.limits()
			r.typ, r.lo, r.hi = natural, larger(r.lo, least), smaller(r.hi, greatest)
			return r
		}
	}
	if s := (ctype{p.room(w), true}); s.has(a.lo, a.hi) && s.has(b.lo, b.hi) {
		if r := exact(op, a, b); s.has(r.lo, r.hi) {
			if a.literal {
				b = p.cast(b, s)
			} else {
				a = p.cast(a, s)
			}
			if r, done := p.plain(op, a, b, w); done {
				return r
			}
		}
	}
	u := ctype{p.room(w), false}
	if a.literal {
		b = p.cast(b, u)
	} else {
		a = p.cast(a, u)
	}
	if r, done := p.plain(op, a, b, w); done {
		return r
	}
	r, _ := p.plain(op, p.cast(a, u), p.cast(b, u), w)
	return r
}

// later reports whether the operand x of a sum or a product comes behind y: composed ones first, then symbols in their
// order, then numbers.
func (p *Printer) later(x, y *logic.Term) bool {
	rank := func(t *logic.Term) (class, order int) {
		for t.NumArgs() == 1 {
			t = t.Arg(0)
		}
		switch {
		case t.IsConst():
			return 2, 0
		case t.Op() == logic.OpVar:
			return 1, p.operands[t].Order
		}
		return 0, 0
	}
	c, i := rank(x)
	d, j := rank(y)
	return c > d || c == d && i > j
}

// negated returns x of -x, else nil.
func negated(t *logic.Term) *logic.Term {
	if t.Op() == logic.OpBVNeg || t.Op() == logic.OpBVNegNSW {
		return t.Arg(0)
	}
	return nil
}

// plain prints a op b when C gives it the right low bits: no value changes on the
// way, or all is unsigned and wide enough.
func (p *Printer) plain(op byte, a, b word, w int) (word, bool) {
	if op != '*' && b.literal && b.lo.Sign() < 0 { // x + -1
		b = p.literal(new(big.Int).Neg(b.lo))
		op = '+' + '-' - op
	}
	typ := common(a.typ, b.typ)
	r := p.operation(op, a, b)
	r.typ = typ
	switch {
	case typ.has(smaller(a.lo, b.lo), larger(a.hi, b.hi)) && typ.has(r.lo, r.hi):
		return r, true
	case !typ.signed && typ.bits >= w:
		r.lo, r.hi = typ.limits()
		return r, true
	}
	return r, false
}

// exactly prints a op b without reduction, where 64 bits are enough.
func (p *Printer) exactly(op byte, a, b word) word {
	long := ctype{64, true}
	r, ok := p.plain(op, a, b, math.MaxInt)
	if !ok && !a.literal {
		a = p.cast(a, long)
		r, ok = p.plain(op, a, b, math.MaxInt)
	}
	if !ok {
		b = p.cast(b, long)
		r, ok = p.plain(op, a, b, math.MaxInt)
	}
	if !ok {
		r, _ = p.plain(op, p.cast(a, long), b, math.MaxInt)
	}
	return r
}

// operation is the text of a op b with the range of the numbers' result.
func (p *Printer) operation(op byte, a, b word) word {
	if op != '*' && b.literal && b.lo.Sign() < 0 {
		b = p.literal(new(big.Int).Neg(b.lo))
		op = '+' + '-' - op
	}
	r := exact(op, a, b)
	right := b.kind
	if op == '*' {
		if r.kind = product; a.literal && !b.literal {
			a, b = b, a
			right = b.kind
		}
	} else if r.kind = sum; right == sum {
		right = bits // x - (y + z)
	}
	if op == '*' && right == product {
		right = bits
	}
	left := operandOf(a.text, a.kind, r.kind)
	r.text = p.sized(left + " " + string(op) + " " + operandOf(b.text, right, r.kind))
	return r
}

// exact is the range of a op b.
func exact(op byte, a, b word) word {
	add := func(x, y *big.Int) *big.Int { return new(big.Int).Add(x, y) }
	sub := func(x, y *big.Int) *big.Int { return new(big.Int).Sub(x, y) }
	switch op {
	case '+':
		return word{lo: add(a.lo, b.lo), hi: add(a.hi, b.hi)}
	case '-':
		return word{lo: sub(a.lo, b.hi), hi: sub(a.hi, b.lo)}
	}
	r := word{}
	for _, x := range []*big.Int{a.lo, a.hi} {
		for _, y := range []*big.Int{b.lo, b.hi} {
			v := new(big.Int).Mul(x, y)
			if r.lo == nil {
				r.lo, r.hi = v, v
			}
			r.lo, r.hi = smaller(r.lo, v), larger(r.hi, v)
		}
	}
	return r
}

// negation prints -x modulo 2^w.
func (p *Printer) negation(x *logic.Term) word {
	w := x.Sort().Width()
	a := p.word(x, low)
	natural := ctype{w, true}
	if s := p.word(x, signed); (w == 32 || w == 64) && s.typ == natural && !natural.has(new(big.Int).Neg(s.lo), new(big.Int).Neg(s.lo)) {
		least, _ := natural.limits()
		if p.holds(p.f.Ne(x, p.f.BVBig(least, w))) {
			a = s
			a.lo = new(big.Int).Add(least, one)
		}
	}
	return p.minus(a, w)
}

// minus prints -a with the right low w bits.
func (p *Printer) minus(a word, w int) word {
	lo, hi := new(big.Int).Neg(a.hi), new(big.Int).Neg(a.lo)
	wide := ctype{p.room(w), true}
	switch {
	case a.literal:
		return p.literal(wrap(lo, ctype{w, true}))
	case a.typ.has(lo, hi):
	case !a.typ.signed && a.typ.bits >= w:
		lo, hi = a.typ.limits()
	case wide.has(lo, hi) && wide.has(a.lo, a.hi):
		a = p.cast(a, wide)
	default:
		a = p.cast(a, ctype{max(a.typ.bits, p.room(w)), false})
		lo, hi = a.typ.limits()
	}
	return word{text: p.sized(prefix("-", a)), kind: unary, typ: a.typ, lo: lo, hi: hi}
}

// unsignedDivision prints bvudiv and bvurem: a division by 0 gives all ones and
// leaves the dividend.
func (p *Printer) unsignedDivision(t *logic.Term) word {
	w := t.Sort().Width()
	a, b := p.word(t.Arg(0), unsigned), p.word(t.Arg(1), unsigned)
	none, op := a, " % "
	if t.Op() == logic.OpBVUDiv {
		_, ones := limits(w, unsigned)
		none, op = p.literal(ones), " / "
	}
	byZero := p.isZero(t.Arg(1), b)
	if byZero.value == always {
		return none
	}
	x, y, typ := p.unify(a, b)
	r := p.divided(op, x, y, typ)
	return p.choose(byZero, none, r)
}

// isZero tells whether a divisor is 0.
func (p *Printer) isZero(t *logic.Term, b word) truth {
	r := p.compare("==", b, zero())
	if r.value == sometimes && p.holds(p.f.Ne(t, p.f.BV(0, t.Sort().Width()))) {
		return constant(false)
	}
	return r
}

// divided prints a quotient or a remainder of numbers of one type where C defines
// it.
func (p *Printer) divided(op string, a, b word, typ ctype) word {
	r := word{kind: quotient, typ: typ, text: p.sized(operandOf(a.text, a.kind, quotient) + op + operandOf(b.text, b.kind, quotient))}
	most := larger(new(big.Int).Abs(a.lo), new(big.Int).Abs(a.hi)) // of the result's magnitude
	if op == " % " {
		d := larger(new(big.Int).Abs(b.lo), new(big.Int).Abs(b.hi))
		if d.Sign() > 0 {
			most = smaller(most, new(big.Int).Sub(d, one))
		}
	} else if b.literal {
		most = new(big.Int).Quo(most, new(big.Int).Abs(b.lo))
	}
	r.lo, r.hi = new(big.Int).Neg(most), most
	if a.lo.Sign() >= 0 && (op == " % " || b.lo.Sign() >= 0) {
		r.lo = new(big.Int)
	}
	if a.hi.Sign() <= 0 && (op == " % " || b.lo.Sign() >= 0) {
		r.hi = new(big.Int)
	}
	least, greatest := typ.limits()
	r.lo, r.hi = larger(r.lo, least), smaller(r.hi, greatest)
	return r
}

// signedDivision prints bvsdiv and bvsrem: they truncate as C does; division by 0
// gives 1 or -1 and leaves the dividend, the least number by -1 is itself, with
// the remainder 0.
func (p *Printer) signedDivision(t *logic.Term) word {
	w := t.Sort().Width()
	x, y := t.Arg(0), t.Arg(1)
	a, b := p.word(x, signed), p.word(y, signed)
	division := t.Op() == logic.OpBVSDiv
	byZero := p.isZero(y, b)
	var none word
	if byZero.value != never {
		if none = a; division {
			none = p.choose(p.compare("<", a, zero()), p.literal(one), p.literal(big.NewInt(-1)))
		}
	}
	if byZero.value == always {
		return none
	}
	minusOne := big.NewInt(-1)
	if b.literal && b.lo.Cmp(minusOne) == 0 {
		if division {
			return p.minus(a, w)
		}
		return zero()
	}
	c, d, typ := p.unify(a, b)
	least, _ := typ.limits()
	overflows := constant(false)
	if c.lo.Cmp(least) <= 0 && d.lo.Cmp(minusOne) <= 0 && d.hi.Cmp(minusOne) >= 0 &&
		!p.holds(p.f.Ne(y, p.f.BVInt(-1, w))) && !p.holds(p.f.Ne(x, p.f.BVBig(least, w))) {
		if typ.bits == 32 {
			typ = ctype{64, true}
			if c.literal {
				d = p.cast(d, typ)
			} else {
				c = p.cast(c, typ)
			}
		} else {
			overflows = p.compare("==", b, p.literal(minusOne))
		}
	}
	var r word
	if division {
		r = p.divided(" / ", c, d, typ)
		if overflows.value == sometimes {
			r = p.choose(overflows, p.inView(p.minus(a, w), w, signed), r)
		}
	} else {
		r = p.divided(" % ", c, d, typ)
		r = p.choose(overflows, zero(), r)
	}
	return p.choose(byZero, none, r)
}
