package products

import (
	"cupel/core/logic"
)

// Linear abstracts terms. It remembers the products it has abstracted, for Facts.
type Linear struct {
	f     *logic.Factory
	seen  map[*logic.Term]bool
	facts []*logic.Term
}

// New returns a Linear without products.
func New(f *logic.Factory) *Linear { return &Linear{f: f, seen: map[*logic.Term]bool{}} }

// In reports whether a term has products, remainders or quotients that Of replaces.
func In(t *logic.Term) bool {
	found := false
	logic.WalkUp(func(u *logic.Term) { found = found || nonlinear(u) }, t)
	return found
}

func nonlinear(u *logic.Term) bool {
	if !u.Sort().IsInt() {
		return false
	}
	switch u.Op() {
	case logic.OpMul:
		return !u.Arg(0).IsConst() && !u.Arg(1).IsConst() || u.NumArgs() > 2
	case logic.OpMod, logic.OpDiv:
		return !u.Arg(1).IsConst()
	}
	return false
}

// Of is a term without products.
func (l *Linear) Of(t *logic.Term) *logic.Term {
	return logic.Transform(t, func(u *logic.Term, args []*logic.Term) *logic.Term {
		switch {
		case u.Op() == logic.OpMul && u.Sort().IsInt():
			return l.product(args)
		case (u.Op() == logic.OpMod || u.Op() == logic.OpDiv) && u.Sort().IsInt() && !args[1].IsConst():
			return l.divide(u.Op(), args[0], args[1])
		}
		return l.f.With(u, args)
	})
}

// product multiplies one factor after the other.
func (l *Linear) product(args []*logic.Term) *logic.Term {
	out := l.f.IntConst(1)
	for _, a := range args {
		if out.IsConst() || a.IsConst() {
			out = l.f.Mul(out, a)
			continue
		}
		out = l.times(out, a)
	}
	return out
}

// times is the product of two terms, distributed where one of them has a constant factor only.
func (l *Linear) times(a, b *logic.Term) *logic.Term {
	f := l.f
	if a.ID() > b.ID() {
		a, b = b, a
	}
	t := f.App("times#", logic.Int, a, b)
	if !l.seen[t] {
		l.seen[t] = true
		l.facts = append(l.facts, ofProduct(f, t, a, b)...)
	}
	return t
}

// divide is a quotient or a remainder.
func (l *Linear) divide(op logic.Op, a, b *logic.Term) *logic.Term {
	f := l.f
	name := "mod#"
	if op == logic.OpDiv {
		name = "div#"
	}
	t := f.App(name, logic.Int, a, b)
	if !l.seen[t] {
		l.seen[t] = true
		if op == logic.OpMod {
			l.facts = append(l.facts, ofRemainder(f, t, b)...)
		}
	}
	return t
}

// ofProduct are lemmas about the product t of a and b.
func ofProduct(f *logic.Factory, t, a, b *logic.Term) []*logic.Term {
	zero := f.IntConst(0)
	out := []*logic.Term{
		f.Eq(f.Eq(t, zero), f.Or(f.Eq(a, zero), f.Eq(b, zero))),
		f.Implies(f.And(f.Lt(zero, a), f.Lt(zero, b)), f.And(f.Le(a, t), f.Le(b, t))),
		f.Implies(f.And(f.Lt(a, zero), f.Lt(b, zero)), f.Lt(zero, t)),
		f.Implies(f.And(f.Lt(a, zero), f.Lt(zero, b)), f.Lt(t, zero)),
		f.Implies(f.And(f.Lt(zero, a), f.Lt(b, zero)), f.Lt(t, zero)),
	}
	for _, n := range []int64{-1, 1, 2, 3, 4, 5} {
		c := f.IntConst(n)
		out = append(out, f.Implies(f.Eq(a, c), f.Eq(t, f.Mul(c, b))), f.Implies(f.Eq(b, c), f.Eq(t, f.Mul(c, a))))
	}
	return out
}

// ofRemainder are lemmas about the remainder t modulo b.
func ofRemainder(f *logic.Factory, t, b *logic.Term) []*logic.Term {
	zero := f.IntConst(0)
	return []*logic.Term{f.Implies(f.Lt(zero, b), f.And(f.Le(zero, t), f.Lt(t, b))),
		f.Implies(f.Lt(b, zero), f.And(f.Le(zero, t), f.Lt(t, f.Neg(b))))}
}

// Lemmas returns the lemmas of Facts for arbitrary terms: each is valid over the integers, with their products and remainders.
func Lemmas(f *logic.Factory) []*logic.Term {
	a, b := f.Fresh("a", logic.Int), f.Fresh("b", logic.Int)
	return append(ofProduct(f, f.Mul(a, b), a, b), ofRemainder(f, f.Mod(a, b), b)...)
}

// Facts returns the lemmas for the applications made since the last call.
func (l *Linear) Facts() []*logic.Term {
	out := l.facts
	l.facts = nil
	return out
}
