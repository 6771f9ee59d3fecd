package ctext

import (
	"fmt"
	"math/big"
	"strings"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/frontend/c/literal"
)

// word prints a bit-vector for a view.
func (p *Printer) word(t *logic.Term, as view) word {
	k := key{t, as, p.context.version}
	if w, ok := p.words[k]; ok {
		return w
	}
	if !p.step() {
		return zero()
	}
	w := p.inView(p.natural(t, as), t.Sort().Width(), as)
	w = p.clipped(w, t)
	if p.err != nil {
		return zero()
	}
	p.words[k] = w
	return w
}

// clipped narrows the range of t's text by what the context knows.
func (p *Printer) clipped(w word, t *logic.Term) word {
	for _, as := range []view{signed, unsigned} {
		lo, hi := limits(t.Sort().Width(), as)
		if w.lo.Cmp(lo) < 0 || w.hi.Cmp(hi) > 0 {
			continue
		}
		r := p.rangeOf(t, as)
		if lo, hi := larger(w.lo, r.lo), smaller(w.hi, r.hi); lo.Cmp(hi) <= 0 { // else it is never evaluated
			w.lo, w.hi = lo, hi
		}
	}
	return w
}

// inView converts a text with the right low bits.
func (p *Printer) inView(e word, w int, as view) word {
	lo, hi := limits(w, as)
	switch {
	case as == low || e.lo.Cmp(lo) >= 0 && e.hi.Cmp(hi) <= 0:
		return e
	case e.literal:
		return p.literal(wrap(e.lo, ctype{w, as == signed}))
	case standard(w):
		p.room(w)
		r := word{kind: unary, typ: ctype{w, as == signed}, lo: lo, hi: hi}
		if w < 32 {
			r.typ = intType
		}
		r.text = p.sized(prefix("("+p.typeName(w, as == signed)+")", e))
		return r
	case as == unsigned:
		return p.bitwise('&', e, p.literal(hi), w)
	case w == 1: // 0 and 1 become 0 and -1
		u := p.inView(e, w, unsigned)
		if !u.typ.signed {
			u = p.cast(u, ctype{u.typ.bits, true})
		}
		return word{text: p.sized(prefix("-", u)), kind: unary, typ: u.typ, lo: lo, hi: hi}
	}
	// The sign bit goes to and fro: (u ^ s) - s, in a type that has room for u.
	u := p.inView(e, w, unsigned)
	u = p.cast(u, ctype{max(u.typ.bits, p.room(w)), true})
	s := p.literal(new(big.Int).Neg(lo))
	text := "(" + operandOf(u.text, u.kind, bits) + " ^ " + s.text + ") - " + s.text
	return word{text: p.sized(text), kind: sum, typ: u.typ, lo: lo, hi: hi}
}

// natural prints a bit-vector in the way that its operator suggests; as is what
// will be made of it.
func (p *Printer) natural(t *logic.Term, as view) word {
	switch t.Op() {
	case logic.OpConst:
		return p.literal(number(t, as))
	case logic.OpVar:
		return p.symbol(t)
	case logic.OpIte:
		return p.conditional(t, as)
	case logic.OpZeroExt:
		return p.word(t.Arg(0), unsigned)
	case logic.OpSignExt:
		return p.word(t.Arg(0), signed)
	case logic.OpExtract:
		return p.extract(t, as)
	case logic.OpConcat:
		return p.concat(t)
	case logic.OpBVAdd, logic.OpBVAddNSW, logic.OpBVSub, logic.OpBVSubNSW, logic.OpBVMul, logic.OpBVMulNSW:
		return p.arithmetic(t)
	case logic.OpBVNeg, logic.OpBVNegNSW:
		return p.negation(t.Arg(0))
	case logic.OpBVUDiv, logic.OpBVURem:
		return p.unsignedDivision(t)
	case logic.OpBVSDiv, logic.OpBVSRem:
		return p.signedDivision(t)
	case logic.OpBVAnd, logic.OpBVOr, logic.OpBVXor:
		op := map[logic.Op]byte{logic.OpBVAnd: '&', logic.OpBVOr: '|', logic.OpBVXor: '^'}[t.Op()]
		return p.bitwise(op, p.word(t.Arg(0), low), p.word(t.Arg(1), low), t.Sort().Width())
	case logic.OpBVNot:
		return p.complement(t)
	case logic.OpBVShl:
		return p.shiftLeft(t)
	case logic.OpBVLShr, logic.OpBVAShr:
		return p.shiftRight(t)
	case logic.OpFPToSBV, logic.OpFPToUBV:
		return p.fromFloat(t)
	}
	p.unsupported(t)
	return zero()
}

// widths of the types whose names say them on both models.
var widths = map[string]int{
	"_Bool": 1, "char": 8, "signed char": 8, "unsigned char": 8, "short": 16, "unsigned short": 16, "int": 32, "unsigned int": 32, "unsigned": 32,
	"long long": 64, "unsigned long long": 64, "__int128": 128, "unsigned __int128": 128, "float": -1, "double": -1, "long double": -1,
}

func (p *Printer) symbol(t *logic.Term) word {
	o, ok := p.operand(t)
	if !ok {
		return zero()
	}
	w := t.Sort().Width()
	want := widths[o.Type]
	pointer := strings.HasSuffix(o.Type, "*")
	switch {
	case pointer || o.Type == "long" || o.Type == "unsigned long":
		if want = 32; p.model == program.LP64 {
			want = 64
		}
	case o.Type == "_Bool":
		if w == 1 || w == 8 { // its values are 0 and 1
			return word{text: o.Name, typ: intType, lo: new(big.Int), hi: one}
		}
	}
	if want != 0 && want != w || !standard(w) {
		p.fail(fmt.Errorf("%w %s of %d bits: %s %s", ErrOperand, t.Name(), w, o.Type, o.Name))
		return zero()
	}
	r := word{text: o.Name, typ: ctype{p.room(w), o.Signed || w < 32}}
	if pointer {
		r.typ.signed = false
		r.lo, r.hi = limits(w, unsigned)
		r.text, r.kind = "("+p.typeName(w, false)+")"+o.Name, unary
		return r
	}
	r.lo, r.hi = limits(w, unsigned)
	if o.Signed {
		r.lo, r.hi = limits(w, signed)
	}
	return r
}

// conditional prints c ? a : b. With both branches as numbers of one view no
// conversion of C's disturbs, so that one of the views is chosen.
func (p *Printer) conditional(t *logic.Term, as view) word {
	if as == low {
		a, b := p.word(t, signed), p.word(t, unsigned)
		if cost(b.text) < cost(a.text) {
			return b
		}
		return a
	}
	c := p.truth(t.Arg(0), false)
	a := under(p, t.Arg(0), func() word { return p.word(t.Arg(1), as) })
	b := under(p, p.f.Not(t.Arg(0)), func() word { return p.word(t.Arg(2), as) })
	return p.choose(c, a, b)
}

// choose prints c ? a : b for texts.
func (p *Printer) choose(c truth, a, b word) word {
	switch c.value {
	case always:
		return a
	case never:
		return b
	}
	a, b, typ := p.unify(a, b)
	text := operandOf(c.text, c.kind, choice) + " ? " + operandOf(a.text, a.kind, sum) + " : " + operandOf(b.text, b.kind, sum)
	return word{text: p.sized(text), kind: choice, typ: typ, lo: smaller(a.lo, b.lo), hi: larger(a.hi, b.hi)}
}

// cost orders texts of one meaning by how hard they are to read: casts count more
// than letters.
func cost(text string) int { return len(text) + 12*strings.Count(text, "(") }

func (p *Printer) extract(t *logic.Term, as view) word {
	x := t.Arg(0)
	w := x.Sort().Width()
	if t.Lo() == 0 {
		return p.word(x, low)
	}
	from := low
	if t.Hi() == w-1 { // the shift gives the number of the view at once
		if from = unsigned; as == signed {
			from = signed
		}
	}
	return p.shifted(p.word(x, from), t.Lo())
}

// shifted is e >> k, that is, floor(e / 2^k).
func (p *Printer) shifted(e word, k int) word {
	switch {
	case e.literal:
		return p.literal(new(big.Int).Rsh(e.lo, uint(k)))
	case k >= e.typ.bits && !e.typ.signed:
		return zero()
	case k >= e.typ.bits:
		k = e.typ.bits - 1
	}
	return word{text: p.sized(fmt.Sprintf("%s >> %d", operandOf(e.text, e.kind, bits), k)), kind: bits, typ: e.typ,
		lo: new(big.Int).Rsh(e.lo, uint(k)), hi: new(big.Int).Rsh(e.hi, uint(k))}
}

func (p *Printer) concat(t *logic.Term) word {
	a, b := p.word(t.Arg(0), low), p.word(t.Arg(1), unsigned)
	k := t.Arg(1).Sort().Width()
	a = p.leftBy(a, k, t.Sort().Width())
	return p.bitwise('|', a, b, t.Sort().Width())
}

// leftBy is e << k for words of w bits.
func (p *Printer) leftBy(e word, k, w int) word {
	lo, hi := new(big.Int).Lsh(e.lo, uint(k)), new(big.Int).Lsh(e.hi, uint(k))
	wide := ctype{p.room(w), true}
	switch {
	case e.literal:
		return p.literal(wrap(lo, ctype{w, true}))
	case e.lo.Sign() >= 0 && e.typ.has(lo, hi) && k < e.typ.bits:
	case !e.typ.signed && e.typ.bits >= w:
	case e.lo.Sign() >= 0 && wide.has(lo, hi):
		e = p.cast(e, wide)
	default:
		wide.signed = false
		e = p.cast(e, wide)
	}
	if !e.typ.has(lo, hi) {
		lo, hi = e.typ.limits()
	}
	return word{text: p.sized(fmt.Sprintf("%s << %d", operandOf(e.text, e.kind, bits), k)), kind: bits, typ: e.typ, lo: lo, hi: hi}
}

func (p *Printer) shiftLeft(t *logic.Term) word {
	w := t.Sort().Width()
	a := p.word(t.Arg(0), low)
	if k, ok := t.Arg(1).BVUint64(); ok && k < uint64(w) {
		return p.leftBy(a, int(k), w)
	}
	s := p.word(t.Arg(1), unsigned)
	if a.typ.signed || a.typ.bits < w {
		a = p.cast(a, ctype{p.room(w), false})
	}
	r := word{text: p.sized(operandOf(a.text, a.kind, bits) + " << " + operandOf(s.text, s.kind, bits)), kind: bits, typ: a.typ}
	r.lo, r.hi = a.typ.limits()
	return p.choose(p.below(t.Arg(1), s, w), r, zero())
}

// below tells whether the amount of a shift is less than the width.
func (p *Printer) below(t *logic.Term, s word, w int) truth {
	if s.hi.Cmp(big.NewInt(int64(w))) >= 0 && p.holds(p.f.ULt(t, p.f.BV(uint64(w), w))) {
		return constant(true)
	}
	return p.compare("<", s, p.literal(big.NewInt(int64(w))))
}

func (p *Printer) shiftRight(t *logic.Term) word {
	w := t.Sort().Width()
	as := unsigned
	if t.Op() == logic.OpBVAShr {
		as = signed
	}
	a := p.word(t.Arg(0), as)
	if t.Arg(1).IsConst() {
		k := t.Arg(1).BVBig()
		switch {
		case k.Cmp(big.NewInt(int64(w))) < 0:
			return p.shifted(a, int(k.Int64()))
		case as == unsigned:
			return zero()
		}
		return p.shifted(a, w-1)
	}
	s := p.word(t.Arg(1), unsigned)
	if a.typ.bits < w {
		a = p.cast(a, ctype{p.room(w), a.typ.signed})
	}
	c := p.below(t.Arg(1), s, w)
	r := word{kind: bits, typ: a.typ, lo: smaller(a.lo, new(big.Int)), hi: larger(a.hi, new(big.Int))}
	if as == signed { // further on, nothing but the sign is left
		s = p.choose(c, s, p.literal(big.NewInt(int64(w-1))))
		r.hi = larger(a.hi, big.NewInt(-1))
		c = constant(true)
	}
	r.text = p.sized(operandOf(a.text, a.kind, bits) + " >> " + operandOf(s.text, s.kind, bits))
	return p.choose(c, r, zero())
}

// bitwise prints a & b, a | b or a ^ b for words of w bits.
func (p *Printer) bitwise(op byte, a, b word, w int) word {
	lo, hi := smaller(a.lo, b.lo), larger(a.hi, b.hi)
	typ := common(a.typ, b.typ)
	if typ.bits < w && !typ.has(lo, hi) { // a negative number would lose its high bits
		u := ctype{p.room(w), false}
		if a.literal {
			b = p.cast(b, u)
		} else {
			a = p.cast(a, u)
		}
		typ = common(a.typ, b.typ)
		lo, hi = smaller(a.lo, b.lo), larger(a.hi, b.hi)
	}
	r := word{kind: bits, typ: typ}
	r.lo, r.hi = typ.limits()
	switch {
	case typ.has(lo, hi) && op == '&' && (a.lo.Sign() >= 0 || b.lo.Sign() >= 0):
		r.lo, r.hi = new(big.Int), hi
		if a.lo.Sign() >= 0 {
			r.hi = smaller(r.hi, a.hi)
		}
		if b.lo.Sign() >= 0 {
			r.hi = smaller(r.hi, b.hi)
		}
	case op == '&' && b.literal && b.lo.Sign() >= 0:
		r.lo, r.hi = new(big.Int), b.hi
	case typ.has(lo, hi):
		k := uint(max(lo.BitLen(), hi.BitLen()))
		r.hi = new(big.Int).Sub(new(big.Int).Lsh(one, k), one)
		if r.lo = new(big.Int); lo.Sign() < 0 {
			r.lo.Neg(new(big.Int).Lsh(one, k))
		}
	}
	least, greatest := typ.limits()
	r.lo, r.hi = larger(r.lo, least), smaller(r.hi, greatest)
	r.text = p.sized(p.mask(a) + " " + string(op) + " " + p.mask(b))
	return r
}

// mask is an operand of a bitwise operator, large masks in hexadecimal digits.
func (p *Printer) mask(a word) string {
	if a.literal && a.typ.bits < 128 && a.lo.Cmp(big.NewInt(9)) > 0 {
		return "0x" + a.lo.Text(16) + literal.Type{Bits: a.typ.bits, Signed: a.typ.signed}.Suffix(p.model)
	}
	return operandOf(a.text, a.kind, bits)
}

func (p *Printer) complement(t *logic.Term) word {
	a := p.word(t.Arg(0), low)
	if !a.typ.signed && a.typ.bits < t.Sort().Width() {
		a = p.cast(a, ctype{p.room(t.Sort().Width()), false})
	}
	if a.kind == primary && a.typ == intType && a.lo.Sign() >= 0 && a.hi.Cmp(one) <= 0 { // compilers warn of ~ on a _Bool
		a.text, a.kind = "(int)"+a.text, unary
	}
	r := word{text: p.sized(prefix("~", a)), kind: unary, typ: a.typ}
	if r.lo, r.hi = a.typ.limits(); a.typ.signed {
		r.lo, r.hi = new(big.Int).Not(a.hi), new(big.Int).Not(a.lo)
	}
	return r
}
