package cfa

import (
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/frontend/modelfile"
)

// value is an expression that was read.
type value struct {
	t   *logic.Term
	pos program.Pos
}

func (v value) sort() *logic.Sort { return v.t.Sort() }

// The levels of binding strength, weakest first, as Theta's grammar has them.
const (
	levelIf = iota
	levelIff
	levelImply
	levelQuantifier
	levelFloatChoice
	levelOr
	levelXor
	levelAnd
	levelNot
	levelEquality
	levelRelation
	levelBitOr
	levelBitXor
	levelBitAnd
	levelShift
	levelSum
	levelProduct
	levelConcat
	levelExtend
	levelUnary
)

// grouping is the associativity of the operators of a level.
type grouping uint8

const (
	groupNone grouping = iota // at most one operator
	groupLeft
	groupRight
)

var groupings = [levelUnary]grouping{levelIff: groupRight, levelImply: groupRight, levelXor: groupRight,
	levelOr: groupLeft, levelAnd: groupLeft, levelSum: groupLeft, levelProduct: groupLeft, levelConcat: groupLeft}

// expr reads an expression.
func (p *parser) expr() (value, error) { return p.level(levelIf) }

// level reads an expression whose operators outside of parentheses bind at
// least as strongly as level n.
func (p *parser) level(n int) (value, error) {
	t := p.tok()
	switch {
	case n == levelIf && t.is("if"):
		return p.conditional()
	case n == levelQuantifier && (t.is("forall") || t.is("exists")):
		return p.quantifier()
	case n == levelNot && t.is("not"):
		return p.not()
	case n == levelUnary:
		return p.unary()
	}
	left, err := p.level(n + 1)
	if err != nil {
		return value{}, err
	}
	if n == levelExtend {
		return p.extend(left)
	}
	if n == levelOr || n == levelAnd {
		return p.junction(n, left)
	}
	for count := 0; ; count++ {
		op := *p.tok()
		o, ok := operators[op.text]
		if !ok || op.kind != word && op.kind != symbol || o.level != n {
			return left, nil
		}
		if count > 0 && groupings[n] == groupNone {
			return value{}, modelfile.Errorf(op.pos, "%v cannot follow another operator of its kind; add parentheses", &op)
		}
		p.i++
		rm, err := p.rounding(op)
		if err != nil {
			return value{}, err
		}
		next := n + 1
		if groupings[n] == groupRight {
			next = n
		}
		if err := p.enter(); err != nil {
			return value{}, err
		}
		right, err := p.level(next)
		if err != nil {
			return value{}, err
		}
		p.leave()
		if left.t, err = o.apply(&application{p.f, op, rm}, left, right); err != nil {
			return value{}, err
		}
	}
}

// junction reads the rest of a conjunction or disjunction, which is built at
// once: adding one operand at a time costs the square of their number.
func (p *parser) junction(n int, left value) (value, error) {
	word, build := "or", p.f.Or
	if n == levelAnd {
		word, build = "and", p.f.And
	}
	if !p.tok().is(word) {
		return left, nil
	}
	op := *p.tok()
	a := &application{f: p.f, op: op}
	terms := []*logic.Term{left.t}
	if err := a.want(left, logic.Bool); err != nil {
		return value{}, err
	}
	for p.accept(word) {
		x, err := p.level(n + 1)
		if err != nil {
			return value{}, err
		}
		if err := a.want(x, logic.Bool); err != nil {
			return value{}, err
		}
		terms = append(terms, x.t)
	}
	return value{build(terms...), left.pos}, nil
}

// conditional reads if c then a else b.
func (p *parser) conditional() (value, error) {
	if err := p.enter(); err != nil {
		return value{}, err
	}
	defer p.leave()
	op := p.advance()
	c, err := p.expr()
	if err != nil {
		return value{}, err
	}
	a := &application{f: p.f, op: op}
	if err := a.want(c, logic.Bool); err != nil {
		return value{}, err
	}
	if err := p.expect("then", "write if CONDITION then VALUE else VALUE"); err != nil {
		return value{}, err
	}
	x, err := p.expr()
	if err != nil {
		return value{}, err
	}
	if err := p.expect("else", "write if CONDITION then VALUE else VALUE"); err != nil {
		return value{}, err
	}
	y, err := p.level(levelIf)
	if err != nil {
		return value{}, err
	}
	if x, y, err = a.unify(x, y); err != nil {
		return value{}, err
	}
	return value{p.f.Ite(c.t, x.t, y.t), op.pos}, nil
}

// quantifier reads forall (x : T, ...) e or exists (x : T, ...) e.
func (p *parser) quantifier() (value, error) {
	if err := p.enter(); err != nil {
		return value{}, err
	}
	defer p.leave()
	op := p.advance()
	if err := p.expect("(", "write "+op.text+" (NAME : TYPE) CONDITION"); err != nil {
		return value{}, err
	}
	outer := len(p.bound)
	defer func() { p.bound = p.bound[:outer] }()
	var syms []*logic.Term
	for {
		d, err := p.typed("variable")
		if err != nil {
			return value{}, err
		}
		s := p.f.Fresh(d.name.text, d.sort)
		syms = append(syms, s)
		p.bound = append(p.bound, binding{d.name.text, s})
		if !p.accept(",") {
			break
		}
	}
	if err := p.expect(")", "close the list of bound variables"); err != nil {
		return value{}, err
	}
	body, err := p.level(levelQuantifier)
	if err != nil {
		return value{}, err
	}
	if err := (&application{f: p.f, op: op}).want(body, logic.Bool); err != nil {
		return value{}, err
	}
	if op.text == "forall" {
		return value{p.f.Forall(syms, body.t), op.pos}, nil
	}
	return value{p.f.Exists(syms, body.t), op.pos}, nil
}

// not reads a negation, which binds more loosely than a comparison.
func (p *parser) not() (value, error) {
	if err := p.enter(); err != nil {
		return value{}, err
	}
	defer p.leave()
	op := p.advance()
	x, err := p.level(levelNot)
	if err != nil {
		return value{}, err
	}
	if err := (&application{f: p.f, op: op}).want(x, logic.Bool); err != nil {
		return value{}, err
	}
	return value{p.f.Not(x.t), op.pos}, nil
}

// extend reads x bv_zero_extend bv[n] and x bv_sign_extend bv[n], which extend
// to n bits.
func (p *parser) extend(x value) (value, error) {
	op := *p.tok()
	if !op.is("bv_zero_extend") && !op.is("bv_sign_extend") {
		return x, nil
	}
	p.i++
	s, err := p.vector()
	if err != nil {
		return value{}, err
	}
	by := s.Width() - x.sort().Width()
	switch {
	case !x.sort().IsBV():
		return value{}, modelfile.Errorf(x.pos, "%s extends a bit-vector, not %s", op.text, typeName(x.sort()))
	case by < 0:
		return value{}, modelfile.Errorf(op.pos, "%s cannot be extended to the narrower %s; write x[%d:0] to cut", typeName(x.sort()), typeName(s), s.Width())
	case op.text == "bv_zero_extend":
		x.t = p.f.ZeroExt(by, x.t)
	default:
		x.t = p.f.SignExt(by, x.t)
	}
	return x, nil
}
