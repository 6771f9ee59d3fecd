package segments

import (
	"slices"

	"cupel/core/logic"
	"cupel/core/rational"
)

// without projects symbols out of a conjunction: equations that define them are substituted, bounds are combined (Fourier and Motzkin), and other conjuncts
// that mention them are dropped. This works on the formula, since the domain's projections of several symbols are independent.
func without(f *logic.Factory, t *logic.Term, symbols []*logic.Term) *logic.Term {
	parts := logic.Conjuncts(t)
	for _, v := range symbols {
		parts = eliminate(f, parts, v)
	}
	return f.And(parts...)
}

// eliminate is without for one symbol.
func eliminate(f *logic.Factory, parts []*logic.Term, v *logic.Term) []*logic.Term {
	var about, out []*logic.Term
	for _, c := range parts {
		if logic.Occurs(v, c) {
			about = append(about, c)
		} else {
			out = append(out, c)
		}
	}
	for i, c := range about {
		if x := solved(f, c, v); x != nil {
			for _, d := range slices.Delete(about, i, i+1) {
				out = append(out, logic.Conjuncts(f.Subst(d, map[*logic.Term]*logic.Term{v: x}))...)
			}
			return slices.DeleteFunc(out, (*logic.Term).IsTrue)
		}
	}
	var low, high []*logic.Term // low <= v, v <= high
	for _, c := range about {
		switch l, h := bounds(f, c, v); {
		case l != nil:
			low = append(low, l)
		case h != nil:
			high = append(high, h)
		}
	}
	if len(low)*len(high) > maxCombined {
		return out
	}
	for _, l := range low {
		for _, h := range high {
			if c := f.Le(l, h); !c.IsTrue() && !slices.Contains(out, c) {
				out = append(out, c)
			}
		}
	}
	return out
}

// alone is the sign of a symbol in a linear term, and the rest; 0: it does not occur in that way.
func alone(f *logic.Factory, t, v *logic.Term) (sign int, rest *logic.Term) {
	prods, coeffs, _ := logic.Linear(t)
	for i, p := range prods {
		if p != v {
			continue
		}
		rest = f.Sub(t, f.Mul(f.Num(logic.Int, coeffs[i]), v))
		switch {
		case logic.Occurs(v, rest):
		case coeffs[i].Equal(rational.One):
			return 1, rest
		case coeffs[i].Neg().Equal(rational.One):
			return -1, rest
		}
	}
	return 0, nil
}

// solved returns the term that an equation defines a symbol by; nil: it is no such equation.
func solved(f *logic.Factory, c, v *logic.Term) *logic.Term {
	if c.Op() != logic.OpEq || !c.Arg(0).Sort().IsInt() {
		return nil
	}
	switch sign, rest := alone(f, f.Sub(c.Arg(0), c.Arg(1)), v); sign {
	case 1:
		return f.Neg(rest)
	case -1:
		return rest
	}
	return nil
}

// bounds returns the lower and upper bounds of a symbol that a formula implies.
func bounds(f *logic.Factory, c, v *logic.Term) (low, high *logic.Term) {
	negated := c.Op() == logic.OpNot
	if negated {
		c = c.Arg(0)
	}
	if c.Op() != logic.OpLe && c.Op() != logic.OpLt || !c.Arg(0).Sort().IsInt() {
		return nil, nil
	}
	d := f.Sub(c.Arg(0), c.Arg(1)) // <= 0
	if c.Op() == logic.OpLt {
		d = f.Add(d, f.IntConst(1))
	}
	if negated {
		d = f.Sub(f.IntConst(1), d)
	}
	switch sign, rest := alone(f, d, v); sign {
	case 1:
		return nil, f.Neg(rest)
	case -1:
		return rest, nil
	}
	return nil, nil
}
