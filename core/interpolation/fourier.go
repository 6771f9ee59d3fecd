package interpolation

import (
	"cupel/core/logic"
	"cupel/core/rational"
)

// literal is a linear literal solved for one symbol v: coeff*v + rest rel 0 with coeff not 0 and rel one of <=, <, =, !=.
type literal struct {
	coeff rational.Q
	rest  *logic.Term
	rel   relation // relLe, relLt, relEq or relNe
}

// literalOf reads c as a linear literal in v; false when v occurs in another way.
func literalOf(f *logic.Factory, c, v *logic.Term) (literal, bool) {
	var l literal
	a := c
	if c.Op() == logic.OpNot {
		a, l.rel = c.Arg(0), relNe
		if a.Op() != logic.OpEq {
			return l, false
		}
	}
	switch a.Op() {
	case logic.OpLe:
	case logic.OpLt:
		l.rel = relLt
	case logic.OpEq:
		if a == c {
			l.rel = relEq
		}
	default:
		return l, false
	}
	s := v.Sort()
	if a.Arg(0).Sort() != s {
		return l, false
	}
	prods, coeffs, k := logic.Linear(f.Sub(a.Arg(0), a.Arg(1)))
	l.rest = f.Num(s, k)
	for i, m := range prods {
		switch {
		case m == v:
			l.coeff = coeffs[i]
		case mentions(m, []*logic.Term{v}):
			return l, false
		default:
			l.rest = f.Add(l.rest, f.Mul(f.Num(s, coeffs[i]), m))
		}
	}
	return l, !l.coeff.IsZero()
}

// byBounds eliminates the Int or Real symbol v from conjuncts that are all
// linear literals in it, where that is exact without case splits.
func (p *projector) byBounds(with []*logic.Term, v *logic.Term) ([]*logic.Term, bool) {
	if !v.Sort().IsArith() {
		return nil, false
	}
	var lower, upper, eqs, nes []literal
	for _, c := range with {
		l, ok := literalOf(p.f, c, v)
		switch {
		case !ok:
			return nil, false
		case l.rel == relEq:
			eqs = append(eqs, l)
		case l.rel == relNe:
			nes = append(nes, l)
		case l.coeff.Sign() > 0:
			upper = append(upper, l)
		default:
			lower = append(lower, l)
		}
	}
	if len(eqs) > 0 {
		return p.byEquation(eqs, append(append(lower, upper...), nes...), v)
	}
	if len(lower) == 0 || len(upper) == 0 {
		return nil, true // a large enough value also avoids the finitely many excluded ones
	}
	if len(nes) > 0 || len(lower)*len(upper) > 256 {
		return nil, false
	}
	var out []*logic.Term
	for _, l := range lower {
		for _, u := range upper {
			a, b := l.coeff.Abs(), u.coeff
			if v.Sort() == logic.Int && !a.Equal(rational.One) && !b.Equal(rational.One) {
				return nil, false
			}
			// rest_l/a <= v and v <= -rest_u/b, multiplied by a*b.
			sum := p.f.Add(p.scale(l.rest, b), p.scale(u.rest, a))
			zero := p.f.Num(v.Sort(), rational.Zero)
			if l.rel == relLt || u.rel == relLt {
				out = append(out, p.f.Lt(sum, zero))
			} else {
				out = append(out, p.f.Le(sum, zero))
			}
		}
	}
	return out, true
}

// byEquation uses an Int equation a*v + r = 0 with |a| > 1: the other literals
// are multiplied by |a|, and r must be divisible by a.
func (p *projector) byEquation(eqs, others []literal, v *logic.Term) ([]*logic.Term, bool) {
	e := eqs[0]
	for _, q := range eqs[1:] {
		if q.coeff.Abs().Cmp(e.coeff.Abs()) < 0 {
			e = q
		}
	}
	if e.coeff.Sign() < 0 {
		e = literal{e.coeff.Neg(), p.scale(e.rest, rational.FromInt(-1)), relEq}
	}
	f, s := p.f, v.Sort()
	zero := f.Num(s, rational.Zero)
	var out []*logic.Term
	if s == logic.Int {
		out = append(out, f.Eq(f.Mod(e.rest, f.Num(s, e.coeff)), zero))
	}
	for _, l := range append(eqs, others...) {
		// e.coeff*(l.coeff*v + l.rest) = -l.coeff*e.rest + e.coeff*l.rest
		t := f.Add(p.scale(l.rest, e.coeff), p.scale(e.rest, l.coeff.Neg()))
		switch l.rel {
		case relEq:
			out = append(out, f.Eq(t, zero))
		case relNe:
			out = append(out, f.Ne(t, zero))
		case relLt:
			out = append(out, f.Lt(t, zero))
		default:
			out = append(out, f.Le(t, zero))
		}
	}
	return out, true
}

func (p *projector) scale(t *logic.Term, c rational.Q) *logic.Term {
	return p.f.Mul(p.f.Num(t.Sort(), c), t)
}
