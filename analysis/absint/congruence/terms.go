package congruence

import "cupel/core/logic"

// Linear returns a class that contains the value of an Int term, from those of its factors.
func Linear(t *logic.Term, factor func(*logic.Term) Set) Set {
	ps, cs, k := logic.Linear(t)
	if !k.IsInt() {
		return All
	}
	sum := OfBig(k.Num())
	for i, p := range ps {
		c := cs[i].Num()
		if !cs[i].IsInt() || !c.IsInt64() {
			return All
		}
		sum = sum.Add(factor(p).Scale(c.Int64()))
	}
	return sum
}

// Product returns a class that contains the value of a product, quotient or remainder, from those of its arguments; All of other terms.
func Product(t *logic.Term, eval func(*logic.Term) Set) Set {
	switch t.Op() {
	case logic.OpMul:
		r := Of(1)
		for _, a := range t.Args() {
			r = r.Mul(eval(a))
		}
		return r
	case logic.OpMod:
		if c, ok := Divisor(t.Arg(1)); ok {
			return eval(t.Arg(0)).Mod(c)
		}
	case logic.OpDiv:
		if c, ok := Divisor(t.Arg(1)); ok {
			return eval(t.Arg(0)).Div(c)
		}
	}
	return All
}

// Divisor returns the value of a positive constant that fits.
func Divisor(t *logic.Term) (int64, bool) {
	if !t.IsConst() || t.Rational().Sign() <= 0 || !t.Rational().IsInt() || !t.Rational().Num().IsInt64() {
		return 0, false
	}
	return t.Rational().Num().Int64(), true
}
