package iteration

import (
	"cupel/core/logic"
	"cupel/core/rational"
)

// purifier rewrites formulas to linear arithmetic over symbols: conditional terms
// and divisions by constants get symbols with definitions; terms that are not
// linear, and atoms over other sorts, become opaque symbols, one for each term.
type purifier struct {
	f    *logic.Factory
	memo map[*logic.Term]*logic.Term
	quot map[[2]*logic.Term]*logic.Term
	defs []*logic.Term
	syms []*logic.Term
	of   map[*logic.Term]*logic.Term // opaque symbol to its term

	loose bool // divisions are opaque, too
}

func newPurifier(f *logic.Factory) *purifier {
	return &purifier{f: f, memo: map[*logic.Term]*logic.Term{}, quot: map[[2]*logic.Term]*logic.Term{}, of: map[*logic.Term]*logic.Term{}}
}

// restore replaces opaque symbols by their terms.
func (p *purifier) restore(t *logic.Term) *logic.Term {
	if len(p.of) == 0 {
		return t
	}
	return p.f.NewSubst(func(v *logic.Term) *logic.Term { return p.of[v] }).Apply(t)
}

// conjoin returns t with the definitions made so far.
func (p *purifier) conjoin(t *logic.Term) *logic.Term {
	return p.f.And(append([]*logic.Term{t}, p.defs...)...)
}

// pure rewrites a term of sort Bool, Int or Real.
func (p *purifier) pure(t *logic.Term) *logic.Term {
	if r := p.memo[t]; r != nil {
		return r
	}
	type frame struct {
		t    *logic.Term
		next int
	}
	stack := []frame{{t: t}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if p.memo[top.t] != nil {
			stack = stack[:len(stack)-1]
			continue
		}
		if p.structural(top.t) && top.next < top.t.NumArgs() {
			a := top.t.Arg(top.next)
			top.next++
			if p.memo[a] == nil {
				stack = append(stack, frame{t: a})
			}
			continue
		}
		p.memo[top.t] = p.rebuild(top.t)
		stack = stack[:len(stack)-1]
	}
	return p.memo[t]
}

// structural reports whether the meaning of t in linear arithmetic follows from
// that of its arguments.
func (p *purifier) structural(t *logic.Term) bool {
	switch t.Op() {
	case logic.OpNot, logic.OpAnd, logic.OpOr, logic.OpAdd, logic.OpLe, logic.OpLt:
		return true
	case logic.OpIte:
		return t.Sort().IsBool() || t.Sort().IsArith()
	case logic.OpEq:
		s := t.Arg(0).Sort()
		return s.IsBool() || s.IsArith()
	case logic.OpMul:
		return t.NumArgs() == 2 && t.Arg(0).IsConst()
	case logic.OpDiv, logic.OpMod:
		return !p.loose && t.Arg(1).IsConst() && !t.Arg(1).Rational().IsZero()
	}
	return false
}

func (p *purifier) rebuild(t *logic.Term) *logic.Term {
	if t.IsConst() || t.IsVar() {
		return t
	}
	if !p.structural(t) {
		return p.opaque(t)
	}
	args := make([]*logic.Term, t.NumArgs())
	for i, a := range t.Args() {
		args[i] = p.memo[a]
	}
	f := p.f
	switch {
	case t.Op() == logic.OpIte && t.Sort().IsArith():
		s := p.symbol(t.Sort())
		p.defs = append(p.defs, f.Or(f.And(args[0], f.Eq(s, args[1])), f.And(f.Not(args[0]), f.Eq(s, args[2]))))
		return s
	case t.Op() == logic.OpDiv:
		q, _ := p.divide(args[0], args[1])
		if args[1].Rational().Sign() < 0 {
			return f.Neg(q)
		}
		return q
	case t.Op() == logic.OpMod:
		_, r := p.divide(args[0], args[1])
		return r
	}
	return f.Rebuild(t, args)
}

// divide returns the quotient by the absolute value of d and the remainder.
func (p *purifier) divide(t, d *logic.Term) (q, r *logic.Term) {
	f := p.f
	m := f.Num(logic.Int, d.Rational().Abs())
	key := [2]*logic.Term{t, m}
	q = p.quot[key]
	fresh := q == nil
	if fresh {
		q = p.symbol(logic.Int)
		p.quot[key] = q
	}
	r = f.Sub(t, f.Mul(m, q))
	if fresh {
		p.defs = append(p.defs, f.Le(f.IntConst(0), r), f.Lt(r, m))
	}
	return q, r
}

func (p *purifier) symbol(s *logic.Sort) *logic.Term {
	v := p.f.Fresh("pure", s)
	p.syms = append(p.syms, v)
	return v
}

// opaque returns the symbol of a term. A product whose factors all occur an even number of times is asserted not to be negative.
func (p *purifier) opaque(t *logic.Term) *logic.Term {
	s := p.symbol(t.Sort())
	p.of[s] = t
	if t.Op() == logic.OpMul {
		times := map[*logic.Term]int{}
		odd := 0
		for _, a := range t.Args() {
			times[a]++
			odd += 2*(times[a]%2) - 1
		}
		if odd == 0 {
			p.defs = append(p.defs, p.f.Le(p.f.Num(t.Sort(), rational.Zero), s))
		}
	}
	return s
}
