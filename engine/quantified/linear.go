package quantified

import (
	"cupel/logic"
)

// linear replaces products of terms that are no constants, and remainders and quotients by such terms, by uninterpreted functions, so that
// questions are about linear arithmetic and arrays. What is impossible then is impossible; sums and products are in normal
// form, so that what polynomials have in common is still seen. facts are what is known of the functions' new values.
//
// Source: Cimatti, Griggio, Irfan, Roveri, Sebastiani, "Incremental Linearization for Satisfiability and Verification Modulo
// Nonlinear Arithmetic and Transcendental Functions" (ACM TOCL 2018), with the lemmas about signs and small factors, once.
type linear struct {
	f     *logic.Factory
	seen  map[*logic.Term]bool
	facts []*logic.Term
}

// of is a term without products.
func (l *linear) of(t *logic.Term) *logic.Term {
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
func (l *linear) product(args []*logic.Term) *logic.Term {
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
func (l *linear) times(a, b *logic.Term) *logic.Term {
	f := l.f
	if a.ID() > b.ID() {
		a, b = b, a
	}
	t := f.App("times#", logic.Int, a, b)
	if !l.seen[t] {
		l.seen[t] = true
		zero := f.IntConst(0)
		l.facts = append(l.facts,
			f.Eq(f.Eq(t, zero), f.Or(f.Eq(a, zero), f.Eq(b, zero))),
			f.Implies(f.And(f.Lt(zero, a), f.Lt(zero, b)), f.And(f.Le(a, t), f.Le(b, t))),
			f.Implies(f.And(f.Lt(a, zero), f.Lt(b, zero)), f.Lt(zero, t)),
			f.Implies(f.And(f.Lt(a, zero), f.Lt(zero, b)), f.Lt(t, zero)),
			f.Implies(f.And(f.Lt(zero, a), f.Lt(b, zero)), f.Lt(t, zero)),
		)
		for _, n := range []int64{-1, 1, 2, 3, 4, 5} {
			c := f.IntConst(n)
			l.facts = append(l.facts, f.Implies(f.Eq(a, c), f.Eq(t, f.Mul(c, b))), f.Implies(f.Eq(b, c), f.Eq(t, f.Mul(c, a))))
		}
	}
	return t
}

// divide is a quotient or a remainder.
func (l *linear) divide(op logic.Op, a, b *logic.Term) *logic.Term {
	f := l.f
	name := "mod#"
	if op == logic.OpDiv {
		name = "div#"
	}
	t := f.App(name, logic.Int, a, b)
	if !l.seen[t] {
		l.seen[t] = true
		if zero := f.IntConst(0); op == logic.OpMod {
			l.facts = append(l.facts, f.Implies(f.Lt(zero, b), f.And(f.Le(zero, t), f.Lt(t, b))),
				f.Implies(f.Lt(b, zero), f.And(f.Le(zero, t), f.Lt(t, f.Neg(b)))))
		}
	}
	return t
}

// take returns what is known of the functions' values that were made since it was last asked.
func (l *linear) take() []*logic.Term {
	out := l.facts
	l.facts = nil
	return out
}
