package cexpr

import (
	"fmt"
	"math/big"
	"strings"

	"cupel/core/logic"
	"cupel/core/program"
)

// Parse parses an invariant as C reads it, with promotions and conversions, and
// returns its meaning as a term over the variables of p: vars maps identifiers to
// variables. It rejects what is not defined for all values of the operands'
// types: overflow, and conversions that change a value.
func Parse(p *program.Program, vars map[string]*program.Var, expr string) (t *logic.Term, err error) {
	r := &parser{f: p.Terms, model: p.Model, vars: vars, text: expr}
	if p.Lowered {
		r.num = integers{p.Terms}
	} else {
		r.num = words{p.Terms}
	}
	defer func() {
		if e, bad := recover().(parseError); bad {
			t, err = nil, fmt.Errorf("%q: %s", expr, string(e))
		}
	}()
	r.next()
	v := r.or()
	if r.tok != "" {
		r.fail("unexpected " + r.tok)
	}
	return r.truth(v), nil
}

type parseError string

// A cvalue is the value of an expression: a Boolean, or a number of a C type with bounds derived from the types
// of the variables.
type cvalue struct {
	truth  *logic.Term // not nil: the int 0 or 1
	n      *logic.Term
	width  int
	signed bool
	lo, hi *big.Int
	null   bool // a pointer: only compared with 0
}

type parser struct {
	f     *logic.Factory
	model program.DataModel
	vars  map[string]*program.Var
	num   arithmeticOf
	text  string
	tok   string
}

func (r *parser) fail(msg string) { panic(parseError(msg)) }

// next reads a token: a name with its members, a number, or an operator.
func (r *parser) next() {
	r.text = strings.TrimLeft(r.text, " ")
	n := 0
	word := func(c byte) bool {
		return c == '_' || c == '.' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
	}
	for n < len(r.text) && word(r.text[n]) {
		n++
	}
	switch {
	case n > 0 || r.text == "":
	case len(r.text) > 1 && strings.Contains("|| && == != <= >= ", r.text[:2]+" "):
		n = 2
	default:
		n = 1
	}
	r.tok, r.text = r.text[:n], r.text[n:]
}

func (r *parser) accept(tok string) bool {
	if r.tok != tok {
		return false
	}
	r.next()
	return true
}

func (r *parser) or() cvalue {
	v := r.and()
	for r.accept("||") {
		w := r.and()
		v = cvalue{truth: r.f.Or(r.truth(v), r.truth(w))}
	}
	return v
}

func (r *parser) and() cvalue {
	v := r.comparison()
	for r.accept("&&") {
		w := r.comparison()
		v = cvalue{truth: r.f.And(r.truth(v), r.truth(w))}
	}
	return v
}

func (r *parser) comparison() cvalue {
	v := r.sum()
	op := r.tok
	if !strings.Contains(" == != <= >= < > ", " "+op+" ") || op == "" {
		return v
	}
	r.next()
	a, b := r.convert(v, r.sum())
	var t *logic.Term
	switch op {
	case "==":
		t = r.f.Eq(a.n, b.n)
	case "!=":
		t = r.f.Not(r.f.Eq(a.n, b.n))
	case "<=":
		t = r.num.le(a.n, b.n)
	case ">=":
		t = r.num.le(b.n, a.n)
	case "<":
		t = r.f.Not(r.num.le(b.n, a.n))
	case ">":
		t = r.f.Not(r.num.le(a.n, b.n))
	}
	if (a.null || b.null) && op != "==" && op != "!=" {
		r.fail("an order of pointers")
	}
	return cvalue{truth: t}
}

func (r *parser) sum() cvalue {
	v := r.product()
	for r.tok == "+" || r.tok == "-" {
		minus := r.tok == "-"
		r.next()
		a, b := r.convert(v, r.product())
		if a.null || b.null {
			r.fail("arithmetic on a pointer")
		}
		if minus {
			b.n, b.lo, b.hi = r.num.mul(r.num.constant(big.NewInt(-1)), b.n), new(big.Int).Neg(b.hi), new(big.Int).Neg(b.lo)
		}
		v = r.defined(cvalue{n: r.num.add(a.n, b.n), width: a.width, signed: a.signed,
			lo: new(big.Int).Add(a.lo, b.lo), hi: new(big.Int).Add(a.hi, b.hi)})
	}
	return v
}

func (r *parser) product() cvalue {
	v := r.unary()
	for r.accept("*") {
		a, b := r.convert(v, r.unary())
		if a.null || b.null {
			r.fail("arithmetic on a pointer")
		}
		c := cvalue{n: r.num.mul(a.n, b.n), width: a.width, signed: a.signed}
		for _, x := range []*big.Int{a.lo, a.hi} {
			for _, y := range []*big.Int{b.lo, b.hi} {
				k := new(big.Int).Mul(x, y)
				if c.lo == nil || k.Cmp(c.lo) < 0 {
					c.lo = k
				}
				if c.hi == nil || k.Cmp(c.hi) > 0 {
					c.hi = k
				}
			}
		}
		v = r.defined(c)
	}
	return v
}

func (r *parser) unary() cvalue {
	switch {
	case r.accept("!"):
		return cvalue{truth: r.f.Not(r.truth(r.unary()))}
	case r.accept("-"):
		v := r.promote(r.unary())
		return r.defined(cvalue{n: r.num.mul(r.num.constant(big.NewInt(-1)), v.n), width: v.width, signed: v.signed,
			lo: new(big.Int).Neg(v.hi), hi: new(big.Int).Neg(v.lo)})
	case r.accept("("):
		width := 0
		switch {
		case r.accept("long"):
			if !r.accept("long") {
				r.fail("an unknown type")
			}
			width = 64
		case r.accept("__int128"):
			width = 128
		}
		if width == 0 {
			v := r.or()
			r.close()
			return v
		}
		r.close()
		v := r.promote(r.unary())
		v.width, v.signed = width, true
		return r.defined(v)
	}
	return r.primary()
}

func (r *parser) close() {
	if !r.accept(")") {
		r.fail("a parenthesis is missing")
	}
}

func (r *parser) primary() cvalue {
	tok := r.tok
	if tok == "" {
		r.fail("it ends early")
	}
	r.next()
	if k, ok := new(big.Int).SetString(tok, 10); ok {
		v := cvalue{n: r.num.constant(k), width: 32, signed: true, lo: k, hi: k}
		if k.BitLen() > 31 {
			v.width = 64
		}
		return r.defined(v)
	}
	v := r.vars[tok]
	if v == nil {
		r.fail("unknown name " + tok)
	}
	root := v.Root()
	if !root.Sort().IsBV() {
		r.fail(tok + " is no integer")
	}
	w := root.Sort().Width()
	lo, hi := typeBounds(w, root.Signed)
	return cvalue{n: r.num.variable(v.Sym, root.Signed), width: w, signed: root.Signed, lo: lo, hi: hi, null: root.Pointer}
}

// typeBounds returns the range of an integer type.
func typeBounds(width int, signed bool) (lo, hi *big.Int) {
	one := big.NewInt(1)
	if !signed {
		return new(big.Int), new(big.Int).Sub(new(big.Int).Lsh(one, uint(width)), one)
	}
	half := new(big.Int).Lsh(one, uint(width-1))
	return new(big.Int).Neg(half), new(big.Int).Sub(half, one)
}

// defined refuses values that their type does not have.
func (r *parser) defined(v cvalue) cvalue {
	if lo, hi := typeBounds(v.width, v.signed); v.lo.Cmp(lo) < 0 || v.hi.Cmp(hi) > 0 {
		r.fail("a value may not fit its type")
	}
	return v
}

// promote is the integer promotion.
func (r *parser) promote(v cvalue) cvalue {
	if v.truth != nil {
		one, zero := big.NewInt(1), new(big.Int)
		return cvalue{n: r.f.Ite(v.truth, r.num.constant(one), r.num.constant(zero)), width: 32, signed: true, lo: zero, hi: one}
	}
	if v.width < 32 {
		v.width, v.signed = 32, true
	}
	return v
}

// convert applies the usual arithmetic conversions.
func (r *parser) convert(a, b cvalue) (cvalue, cvalue) {
	a, b = r.promote(a), r.promote(b)
	width := max(a.width, b.width)
	signed := a.signed && b.signed || a.signed && a.width > b.width || b.signed && b.width > a.width
	a.width, a.signed, b.width, b.signed = width, signed, width, signed
	return r.defined(a), r.defined(b)
}

// truth is a value as a condition.
func (r *parser) truth(v cvalue) *logic.Term {
	if v.truth != nil {
		return v.truth
	}
	return r.f.Not(r.f.Eq(v.n, r.num.constant(new(big.Int))))
}

// arithmeticOf is arithmetic in the representation of the program.
type arithmeticOf interface {
	constant(k *big.Int) *logic.Term
	variable(sym *logic.Term, signed bool) *logic.Term
	add(a, b *logic.Term) *logic.Term
	mul(a, b *logic.Term) *logic.Term
	le(a, b *logic.Term) *logic.Term
}

// integers is arithmetic for a lowered program.
type integers struct{ f *logic.Factory }

func (i integers) constant(k *big.Int) *logic.Term              { return i.f.IntBig(k) }
func (i integers) variable(sym *logic.Term, _ bool) *logic.Term { return sym }
func (i integers) add(a, b *logic.Term) *logic.Term             { return i.f.Add(a, b) }
func (i integers) mul(a, b *logic.Term) *logic.Term             { return i.f.Mul(a, b) }
func (i integers) le(a, b *logic.Term) *logic.Term              { return i.f.Le(a, b) }

// words is arithmetic on bit-vectors wide enough for every defined value.
type words struct{ f *logic.Factory }

func (w words) constant(k *big.Int) *logic.Term { return w.f.BVBig(k, wordWidth) }
func (w words) variable(sym *logic.Term, signed bool) *logic.Term {
	if signed {
		return w.f.SignExt(wordWidth-sym.Sort().Width(), sym)
	}
	return w.f.ZeroExt(wordWidth-sym.Sort().Width(), sym)
}
func (w words) add(a, b *logic.Term) *logic.Term { return w.f.BVOp(logic.OpBVAdd, a, b) }
func (w words) mul(a, b *logic.Term) *logic.Term { return w.f.BVOp(logic.OpBVMul, a, b) }
func (w words) le(a, b *logic.Term) *logic.Term  { return w.f.SLe(a, b) }
