package polynomial

import (
	"cupel/core/logic"
	"cupel/core/rational"
	"cupel/internal/sabotage"
)

// An equation says that a polynomial is zero modulo a constant; nil: that it is zero.
type equation struct{ p, modulus *logic.Term }

// equationOf reads a literal; false: it is none over the integers.
func equationOf(f *logic.Factory, t *logic.Term) (equation, bool) {
	if t.Op() != logic.OpEq || !t.Arg(0).Sort().IsInt() {
		return equation{}, false
	}
	a, b := t.Arg(0), t.Arg(1)
	if b.Op() == logic.OpMod {
		a, b = b, a
	}
	if a.Op() == logic.OpMod && a.Arg(1).IsConst() && b.IsConst() && a.Arg(1).Rational().Sign() > 0 {
		if c := b.Rational(); c.Sign() >= 0 && c.Cmp(a.Arg(1).Rational()) < 0 {
			return equation{f.Sub(a.Arg(0), b), a.Arg(1)}, true
		}
	}
	if a.Op() == logic.OpMod && b.Op() == logic.OpMod && a.Arg(1) == b.Arg(1) && b.Arg(1).IsConst() && b.Arg(1).Rational().Sign() > 0 {
		return equation{f.Sub(a.Arg(0), b.Arg(0)), b.Arg(1)}, true
	}
	return equation{f.Sub(t.Arg(0), t.Arg(1)), nil}, true
}

// term is the equation as a formula.
func (e equation) term(f *logic.Factory) *logic.Term {
	if e.modulus == nil {
		return f.Eq(e.p, f.IntConst(0))
	}
	return f.Eq(f.Mod(e.p, e.modulus), f.IntConst(0))
}

// denied are the equations of which a literal among ts says that they do not hold, with their indices.
func denied(f *logic.Factory, ts []*logic.Term) (out []equation, at []int) {
	for i, t := range ts {
		if t.Op() == logic.OpNot {
			if e, ok := equationOf(f, t.Arg(0)); ok {
				out, at = append(out, e), append(at, i)
			}
		}
	}
	return out, at
}

// literals are the conjuncts of formulas, those of denied disjunctions among them.
func literals(f *logic.Factory, ts ...*logic.Term) (out []*logic.Term) {
	for _, t := range ts {
		for _, t := range logic.Conjuncts(t) {
			if t.Op() != logic.OpNot || t.Arg(0).Op() != logic.OpOr {
				out = append(out, t)
				continue
			}
			for _, u := range logic.Disjuncts(t.Arg(0)) {
				out = append(out, literals(f, f.Not(u))...)
			}
		}
	}
	return out
}

// remainders are the constants modulo which a term has remainders as summands.
func remainders(t *logic.Term) (out []*logic.Term) {
	prods, _, _ := logic.Linear(t)
	for _, x := range prods {
		if x.Op() == logic.OpMod && x.Arg(1).IsConst() && x.Arg(1).Rational().Sign() > 0 {
			out = append(out, x.Arg(1))
		}
	}
	return out
}

// nonlinear reports whether a term has a product of variables.
func nonlinear(t *logic.Term) bool {
	found := false
	logic.WalkUp(func(t *logic.Term) {
		found = found || t.Op() == logic.OpMul && t.Sort().IsInt() && !t.Arg(0).IsConst()
	}, t)
	return found
}

// implies reports whether an equation modulo m (nil: exact) is one modulo n.
func implies(m, n *logic.Term) bool {
	return m == n || m == nil || n != nil && m.Rational().Div(n.Rational()).IsInt()
}

// A ring is the integers modulo a constant, or the integers where that is nil.
type ring struct {
	f       *logic.Factory
	modulus *logic.Term
	known   map[*logic.Term]*logic.Term
}

func newRing(f *logic.Factory, modulus *logic.Term) *ring {
	return &ring{f, modulus, map[*logic.Term]*logic.Term{}}
}

// of is a polynomial that is congruent to t: remainders modulo multiples of the modulus are replaced by their dividends, conditionals whose branches are
// congruent by one of these, and coefficients are reduced.
func (r *ring) of(t *logic.Term) *logic.Term {
	if r.modulus == nil || t.IsConst() && t.Rational().IsZero() {
		return t
	}
	if u := r.known[t]; u != nil {
		return u
	}
	f := r.f
	prods, coeffs, c := logic.Linear(t)
	sum := []*logic.Term{f.Num(logic.Int, c)}
	for i, x := range prods {
		product := []*logic.Term{f.Num(logic.Int, coeffs[i])}
		for _, y := range factors(x) {
			product = append(product, r.atom(y))
		}
		sum = append(sum, f.Mul(product...))
	}
	u := f.Add(sum...)
	if m := f.Mod(u, r.modulus); m.Op() == logic.OpMod && m.Arg(1) == r.modulus {
		u = m.Arg(0)
	} else if m.IsConst() {
		u = m
	}
	r.known[t] = u
	return u
}

// atom is of for a factor.
func (r *ring) atom(t *logic.Term) *logic.Term {
	switch {
	case t.Op() == logic.OpMod && t.Arg(1).IsConst() && t.Arg(1).Rational().Sign() > 0 && implies(t.Arg(1), r.modulus):
		return r.of(t.Arg(0))
	case t.Op() == logic.OpIte:
		if a, b := r.of(t.Arg(1)), r.of(t.Arg(2)); a == b || r.of(r.f.Sub(a, b)) == r.f.IntConst(0) || sabotage.Active(sabotage.PolynomialWrap) {
			return a
		}
	}
	return t
}

// factors are those of a product without a coefficient.
func factors(t *logic.Term) []*logic.Term {
	if t.Op() == logic.OpMul {
		return t.Args()
	}
	return []*logic.Term{t}
}

// quotient is what is left of a product without the factors of another; false: it does not have them.
func quotient(f *logic.Factory, t, by *logic.Term) (*logic.Term, bool) {
	left := append([]*logic.Term(nil), factors(t)...)
next:
	for _, x := range factors(by) {
		for i, y := range left {
			if x == y {
				left = append(left[:i], left[i+1:]...)
				continue next
			}
		}
		return nil, false
	}
	return f.Mul(append(left, f.IntConst(1))...), true
}

// leading is the monomial of a polynomial that division eliminates: of those whose coefficients are closest to one, one of the highest degree. nil: it is constant.
func leading(p *logic.Term) (prod *logic.Term, coeff rational.Q) {
	prods, coeffs, _ := logic.Linear(p)
	for i, x := range prods {
		better := prod == nil
		if !better {
			switch c := coeffs[i].Abs().Cmp(coeff.Abs()); {
			case c != 0:
				better = c < 0
			case len(factors(x)) != len(factors(prod)):
				better = len(factors(x)) > len(factors(prod))
			default:
				better = x.ID() > prod.ID()
			}
		}
		if better {
			prod, coeff = x, coeffs[i]
		}
	}
	return prod, coeff
}

// rest divides a polynomial by others, which are zero: what is returned is congruent to it.
func (r *ring) rest(p *logic.Term, zero []*logic.Term) *logic.Term {
	f := r.f
	p = r.of(p)
	for range maxReductions {
		next := r.reduced(p, zero)
		if next == nil {
			break
		}
		if p = r.of(next); p == f.IntConst(0) {
			break
		}
		if prods, _, _ := logic.Linear(p); len(prods) > maxMonomials {
			break
		}
	}
	return p
}

// reduced is a step of a division; nil: there is none.
func (r *ring) reduced(p *logic.Term, zero []*logic.Term) *logic.Term {
	f := r.f
	prods, coeffs, _ := logic.Linear(p)
	for _, z := range zero {
		lead, c := leading(z)
		if lead == nil {
			continue
		}
		for i, x := range prods {
			k := coeffs[i].Div(c)
			if sabotage.Active(sabotage.PolynomialMultiple) {
				return f.Sub(p, f.Mul(f.Num(logic.Int, coeffs[i]), x))
			}
			if q, ok := quotient(f, x, lead); ok && k.IsInt() {
				return f.Sub(p, f.Mul(f.Num(logic.Int, k), q, z))
			}
		}
	}
	return nil
}
