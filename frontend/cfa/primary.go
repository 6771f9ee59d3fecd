package cfa

import (
	"math/big"
	"strconv"

	"cupel/core/logic"
	"cupel/core/rational"
	"cupel/frontend/modelfile"
)

// unary reads prefix operators and what they apply to.
func (p *parser) unary() (value, error) {
	op := *p.tok()
	if (op.is("+") || op.is("-")) && p.peek(1).kind == bitString && p.peek(2).is(".") {
		p.i++
		return p.floatLiteral(op.is("-"))
	}
	apply, ok := prefixes[op.text]
	if !ok || op.kind != word && op.kind != symbol {
		return p.postfix()
	}
	if err := p.enter(); err != nil {
		return value{}, err
	}
	defer p.leave()
	p.i++
	a := &application{f: p.f, op: op}
	c, err := p.conversion(op)
	if err != nil {
		return value{}, err
	}
	if a.rm, err = p.rounding(op); err != nil {
		return value{}, err
	}
	x, err := p.unary()
	if err != nil {
		return value{}, err
	}
	t, err := apply(a, c, x)
	return value{t, op.pos}, err
}

// postfix reads a primary expression and its accesses: a[i], a[i <- v], x[hi:lo].
func (p *parser) postfix() (value, error) {
	x, err := p.primary()
	for err == nil {
		t := *p.tok()
		switch {
		case t.is("("):
			return value{}, modelfile.Unsupported(t.pos, "function application is not supported; use an array and write a[i]")
		case t.is("'"):
			return value{}, modelfile.Unsupported(t.pos, "primed variables are not supported in statements; remove the prime")
		case t.is("["):
			p.i++
			x, err = p.access(x)
		default:
			return x, nil
		}
	}
	return value{}, err
}

// access reads an access after its opening bracket.
func (p *parser) access(x value) (value, error) {
	if p.tok().kind == number && p.peek(1).is(":") {
		return p.extract(x)
	}
	i, err := p.expr()
	if err != nil {
		return value{}, err
	}
	if !x.sort().IsArray() {
		return value{}, modelfile.Errorf(x.pos, "%s is no array and cannot be indexed; write x[HIGH:LOW] for bits of a bit-vector", typeName(x.sort()))
	}
	if i, err = convert(p.f, i, x.sort().Index(), "the index"); err != nil {
		return value{}, err
	}
	if !p.accept("<-") {
		return value{p.f.Select(x.t, i.t), x.pos}, p.expect("]", "close the index")
	}
	v, err := p.expr()
	if err != nil {
		return value{}, err
	}
	if v, err = convert(p.f, v, x.sort().Elem(), "the element"); err != nil {
		return value{}, err
	}
	return value{p.f.Store(x.t, i.t, v.t), x.pos}, p.expect("]", "close the write")
}

// extract reads the bits of x[hi:lo]; hi is not among them.
func (p *parser) extract(x value) (value, error) {
	pos := p.tok().pos
	hi, err1 := strconv.Atoi(p.advance().text)
	p.i++ // the colon
	low := p.tok()
	lo, err2 := strconv.Atoi(low.text)
	switch {
	case !x.sort().IsBV():
		return value{}, modelfile.Errorf(x.pos, "bits are taken from a bit-vector, not from %s", typeName(x.sort()))
	case low.kind != number || err1 != nil || err2 != nil || lo >= hi || hi > x.sort().Width():
		return value{}, modelfile.Errorf(pos, "there are no such bits in %s; write x[HIGH:LOW] with LOW < HIGH <= %d, HIGH is not included", typeName(x.sort()), x.sort().Width())
	}
	p.i++
	return value{p.f.Extract(hi-1, lo, x.t), x.pos}, p.expect("]", "close the bits")
}

func (p *parser) primary() (value, error) {
	t := *p.tok()
	switch {
	case p.accept("true"):
		return value{p.f.True(), t.pos}, nil
	case p.accept("false"):
		return value{p.f.False(), t.pos}, nil
	case t.kind == number:
		return p.numeral()
	case t.kind == bitString && p.peek(1).is("."):
		return p.floatLiteral(false)
	case t.kind == bitString:
		return p.bitLiteral()
	case t.is("["):
		return p.arrayLiteral()
	case t.is("("):
		return p.parenthesis()
	case t.kind == word && !reserved[t.text]:
		p.i++
		for i := len(p.bound) - 1; i >= 0; i-- {
			if p.bound[i].name == t.text {
				return value{p.bound[i].sym, t.pos}, nil
			}
		}
		v := p.vars[t.text]
		if v == nil {
			return value{}, modelfile.Errorf(t.pos, "variable %s is not declared; declare it with var %s : TYPE", t.text, t.text)
		}
		return value{v.Sym, t.pos}, nil
	case t.is("if"), t.is("forall"), t.is("exists"), t.is("not"):
		return value{}, modelfile.Errorf(t.pos, "%v cannot be an operand here; put it in parentheses", &t)
	}
	return value{}, modelfile.Errorf(t.pos, "%v where an expression is expected; write a variable, a literal or ( ... )", &t)
}

func (p *parser) parenthesis() (value, error) {
	if err := p.enter(); err != nil {
		return value{}, err
	}
	defer p.leave()
	open := p.advance()
	if p.tok().is(")") || p.tok().kind == word && p.peek(1).is(":") {
		return value{}, modelfile.Unsupported(open.pos, "function literals are not supported; use an array literal [INDEX <- VALUE, default <- VALUE]")
	}
	x, err := p.expr()
	if err != nil {
		return value{}, err
	}
	x.pos = open.pos
	return x, p.expect(")", "close the parenthesis")
}

// numeral reads an integer or a rational, 3 % 4.
func (p *parser) numeral() (value, error) {
	t := p.advance()
	n, _ := new(big.Int).SetString(t.text, 10)
	if !p.accept("%") {
		return value{p.f.IntBig(n), t.pos}, nil
	}
	d := p.advance()
	den, ok := new(big.Int).SetString(d.text, 10)
	if d.kind != number || !ok || den.Sign() == 0 {
		return value{}, modelfile.Errorf(d.pos, "%v where a denominator is expected; write a positive number", &d)
	}
	q := rational.FromBig(n).Div(rational.FromBig(den))
	return value{p.f.Num(logic.Real, q), t.pos}, nil
}

// bitLiteral reads 4'b0101, 4'd5, 4'd-3 or 8'xff.
func (p *parser) bitLiteral() (value, error) {
	t := p.advance()
	n := span(t.text, digit)
	digits := t.text[n+2:]
	w, err := strconv.Atoi(t.text[:n])
	if err != nil || w < 1 || w > maxWidth {
		return value{}, modelfile.Errorf(t.pos, "%v is too wide or too narrow; write a width from 1 to %d", &t, maxWidth)
	}
	base := map[byte]int{'b': 2, 'd': 10, 'x': 16}[t.text[n+1]]
	v, ok := new(big.Int).SetString(digits, base)
	if !ok {
		return value{}, modelfile.Errorf(t.pos, "%v has digits that base %d does not have; correct them", &t, base)
	}
	if v.BitLen() > w || v.Sign() < 0 && new(big.Int).Add(v, big.NewInt(1)).BitLen() >= w {
		return value{}, modelfile.Errorf(t.pos, "%v does not fit %d bits; widen the literal", &t, w)
	}
	return value{p.f.BVBig(v, w), t.pos}, nil
}

// floatLiteral reads exponent.significand, two bit-vector literals; the hidden
// bit is not written.
func (p *parser) floatLiteral(negative bool) (value, error) {
	e, err := p.bitLiteral()
	if err != nil {
		return value{}, err
	}
	p.i++ // the point
	if p.tok().kind != bitString {
		return value{}, modelfile.Errorf(p.tok().pos, "%v where the significand of a float is expected; write a bit-vector literal", p.tok())
	}
	s, err := p.bitLiteral()
	if err != nil {
		return value{}, err
	}
	eb, sb := e.sort().Width(), s.sort().Width()
	if eb < 2 || eb > maxExponent {
		return value{}, modelfile.Errorf(e.pos, "a float has an exponent of 2 to %d bits, not %d", maxExponent, eb)
	}
	v := new(big.Int).Lsh(e.t.BVBig(), uint(sb))
	v.Or(v, s.t.BVBig())
	if negative {
		v.SetBit(v, eb+sb, 1)
	}
	return value{p.f.FloatBits(logic.FloatSort(eb, sb+1), v), e.pos}, nil
}

// arrayLiteral reads [i <- v, ..., default <- v], with the index type before default if no other element determines it: [<int> default <- v].
func (p *parser) arrayLiteral() (value, error) {
	const form = "write [INDEX <- VALUE, default <- VALUE] or [<TYPE> default <- VALUE]"
	if err := p.enter(); err != nil {
		return value{}, err
	}
	defer p.leave()
	open := p.advance()
	var index *logic.Sort
	var keys, elems []value
	for !p.tok().is("<") && !p.tok().is("default") {
		k, err := p.expr()
		if err != nil {
			return value{}, err
		}
		if err := p.expect("<-", form); err != nil {
			return value{}, err
		}
		v, err := p.expr()
		if err != nil {
			return value{}, err
		}
		if err := p.expect(",", form); err != nil {
			return value{}, err
		}
		keys, elems = append(keys, k), append(elems, v)
	}
	if p.accept("<") {
		var err error
		if index, err = p.typ(); err != nil {
			return value{}, err
		}
		if err := p.expect(">", form); err != nil {
			return value{}, err
		}
	}
	if err := p.expect("default", form); err != nil {
		return value{}, err
	}
	if err := p.expect("<-", form); err != nil {
		return value{}, err
	}
	other, err := p.expr()
	if err != nil {
		return value{}, err
	}
	if index == nil {
		if len(keys) == 0 {
			return value{}, modelfile.Errorf(open.pos, "the index type of the array is unknown; write [<TYPE> default <- VALUE]")
		}
		index = common(keys)
	}
	elem := common(append(elems, other))
	if other, err = convert(p.f, other, elem, "the default element"); err != nil {
		return value{}, err
	}
	t := p.f.ConstArray(logic.ArraySort(index, elem), other.t)
	for i := range keys {
		k, err := convert(p.f, keys[i], index, "the index")
		if err != nil {
			return value{}, err
		}
		v, err := convert(p.f, elems[i], elem, "the element")
		if err != nil {
			return value{}, err
		}
		t = p.f.Store(t, k.t, v.t)
	}
	return value{t, open.pos}, p.expect("]", "close the array")
}

// common returns the sort of the values, rat when integers and rationals mix.
func common(vs []value) *logic.Sort {
	for _, v := range vs {
		if v.sort().IsReal() {
			return logic.Real
		}
	}
	return vs[0].sort()
}
