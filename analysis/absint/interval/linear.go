package interval

import (
	"math/big"

	"cupel/core/logic"
)

// monomial is a summand c*p of a linear inequality, with the interval of p.
type monomial struct {
	p *logic.Term
	c *big.Int
	r Interval
}

// linear refines by a <= b + c over the integers: each monomial is bounded by
// the extreme values of the others. false: no state has it.
func (r *refiner) linear(a, b *logic.Term, c *big.Int) bool {
	// The sum of ms is at most limit.
	limit := new(big.Int).Set(c)
	var ms []monomial
	side := func(t *logic.Term, sign int64) {
		ps, cs, k := logic.Linear(t)
		limit.Sub(limit, new(big.Int).Mul(big.NewInt(sign), k.Num()))
		for i, p := range ps {
			ms = append(ms, monomial{p, new(big.Int).Mul(big.NewInt(sign), cs[i].Num()), r.integer(p)})
		}
	}
	side(a, 1)
	side(b, -1)

	least := new(big.Int) // of the finite summands
	infinite := 0
	for _, m := range ms {
		if lo := m.r.Scale(m.c).lo; lo != nil {
			least.Add(least, lo)
		} else {
			infinite++
		}
	}
	for _, m := range ms {
		lo := m.r.Scale(m.c).lo
		rest := new(big.Int).Sub(limit, least)
		switch {
		case infinite > 1 || infinite == 1 && lo != nil:
			continue
		case infinite == 0:
			rest.Add(rest, lo)
		}
		// c*p <= rest
		to := Interval{}
		if m.c.Sign() > 0 {
			to.hi = floorDiv(rest, m.c)
		} else {
			to.lo = new(big.Int).Neg(floorDiv(rest, new(big.Int).Neg(m.c)))
		}
		if !r.intTerm(m.p, m.r.Meet(to)) {
			return false
		}
	}
	return true
}

// integerBounds refines by x != y where that excludes a bound.
func (r *refiner) integerBounds(x, y *logic.Term) bool {
	a, b := r.integer(x), r.integer(y)
	return r.intTerm(x, without(a, b)) && r.intTerm(y, without(b, a))
}

// intTerm refines the variables of an Int term with a value in to.
func (r *refiner) intTerm(t *logic.Term, to Interval) bool {
	if to.IsEmpty() {
		return false
	}
	switch t.Op() {
	case logic.OpVar:
		return r.narrow(t, to)
	case logic.OpDiv:
		if c := t.Arg(1); c.IsConst() && c.Rational().Sign() > 0 {
			n := c.Rational().Num()
			up := to.Scale(n).Add(Of(zero, new(big.Int).Sub(n, one)))
			return r.intTerm(t.Arg(0), r.integer(t.Arg(0)).Meet(up))
		}
	case logic.OpBV2Nat:
		return r.term(t.Arg(0), r.view(t.Arg(0), false).Meet(to), false)
	case logic.OpIte:
		return r.branches(t, to, false)
	}
	return true
}
