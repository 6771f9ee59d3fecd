package polynomial

import (
	"cupel/core/logic"
	"cupel/core/rational"
)

// allDenied reports whether premises, among which the goals are denied, contradict each other because a sum is one of finitely many numbers, those in its
// bounds that are congruent to one of them, and each is denied.
//
// Example: from (A - q*b - r) mod 2^32 == 0, b == 1 and 0 <= A, q, r < 2^32 follows A - q - r == 0 or A - q - r == -2^32.
func (s *search) allDenied(premises []*logic.Term, few map[*logic.Term][]*logic.Term, goals []equation) bool {
	f := s.f
	denied := map[*logic.Term][]rational.Q{} // the values that a sum without constant does not have
	var sums []*logic.Term
	for _, e := range goals {
		if e.modulus != nil {
			continue
		}
		p := e.p
		if _, coeffs, _ := logic.Linear(p); len(coeffs) > 0 && coeffs[0].Sign() < 0 {
			p = f.Neg(p)
		}
		_, _, c := logic.Linear(p)
		sum := f.Sub(p, f.Num(logic.Int, c))
		if denied[sum] == nil {
			sums = append(sums, sum)
		}
		denied[sum] = append(denied[sum], c.Neg())
	}
	of := boundsOf(f, premises)
	for _, sum := range sums {
		low, high, ok := of.sum(sum)
		if !ok {
			continue
		}
		for _, m := range append(moduliOf(f, premises), remainders(sum)...) {
			one := denied[sum][0]
			if numbers(denied[sum], one, m.Rational(), low, high) && s.follows(premises, few, equation{f.Sub(sum, f.Num(logic.Int, one)), m}) {
				return true
			}
		}
	}
	return false
}

// numbers reports whether all numbers between bounds that are congruent to one are among some.
func numbers(some []rational.Q, one, modulus, low, high rational.Q) bool {
	if high.Sub(low).Div(modulus).Cmp(rational.FromInt(maxMultiples)) > 0 {
		return false
	}
	first := low.Sub(one).Div(modulus).Ceil().Mul(modulus).Add(one)
	for n := first; n.Cmp(high) <= 0; n = n.Add(modulus) {
		found := false
		for _, d := range some {
			found = found || d.Equal(n)
		}
		if !found {
			return false
		}
	}
	return true
}

// moduliOf are those of the equations among premises.
func moduliOf(f *logic.Factory, premises []*logic.Term) (out []*logic.Term) {
	seen := map[*logic.Term]bool{}
	for _, t := range premises {
		if e, ok := equationOf(f, t); ok && e.modulus != nil && !seen[e.modulus] {
			seen[e.modulus] = true
			out = append(out, e.modulus)
		}
	}
	return out
}

// A span has the bounds of a symbol; nil: none.
type span struct{ low, high *rational.Q }

type bounds map[*logic.Term]span

// boundsOf are the bounds that premises say of single symbols.
func boundsOf(f *logic.Factory, premises []*logic.Term) bounds {
	out := bounds{}
	for _, t := range premises {
		if t.Op() != logic.OpLe || !t.Arg(0).Sort().IsInt() {
			continue
		}
		prods, coeffs, c := logic.Linear(f.Sub(t.Arg(1), t.Arg(0))) // which is at least 0
		if len(prods) != 1 || !prods[0].IsVar() {
			continue
		}
		b, limit := out[prods[0]], c.Neg().Div(coeffs[0])
		switch {
		case coeffs[0].Sign() > 0 && (b.low == nil || limit.Cmp(*b.low) > 0):
			b.low = &limit
		case coeffs[0].Sign() < 0 && (b.high == nil || limit.Cmp(*b.high) < 0):
			b.high = &limit
		}
		out[prods[0]] = b
	}
	return out
}

// sum are the bounds of a linear term; false: it has none.
func (b bounds) sum(t *logic.Term) (low, high rational.Q, ok bool) {
	prods, coeffs, c := logic.Linear(t)
	low, high = c, c
	for i, x := range prods {
		l, h := b[x].low, b[x].high
		if x.Op() == logic.OpMod && x.Arg(1).IsConst() && x.Arg(1).Rational().Sign() > 0 {
			last := x.Arg(1).Rational().Sub(rational.One)
			l, h = &rational.Zero, &last
		}
		if l == nil || h == nil {
			return low, high, false
		}
		if coeffs[i].Sign() < 0 {
			l, h = h, l
		}
		low, high = low.Add(coeffs[i].Mul(*l)), high.Add(coeffs[i].Mul(*h))
	}
	return low, high, true
}
