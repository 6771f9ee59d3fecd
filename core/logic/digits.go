package logic

import "cupel/core/rational"

// Over the integers, numbers that were taken apart into digits come back whole:
//
//	c*(x mod k) + c*k*(x div k)                       is  c*x
//	c*(x mod k) + c*k*(b ? x div k + m : x div k)     is  c*x + c*k*(b ? m : 0)
//
// The second form is a byte that the signed number x ends with.

// whole applies these equations to a sum as long as one of them fits.
func (f *Factory) whole(s *Sort, p poly) poly {
	if s != Int || len(p) < 2 || len(p) > maxDigits {
		return p
	}
	for i := 0; i < len(p); i++ {
		if p[i].prod == nil || p[i].prod.op != OpMod {
			continue
		}
		if q := f.joined(p, i); q != nil {
			p, i = q, -1 // the dividend can be the remainder of another one
		}
	}
	return p
}

// joined replaces the remainder p[i] and the quotient that belongs to it by the dividend; nil: there is none.
func (f *Factory) joined(p poly, i int) poly {
	rem := p[i].prod
	if rem.args[1].op != OpConst || rem.args[1].num().IsZero() {
		return nil
	}
	c := p[i].c.Mul(rem.args[1].num())
	for j, m := range p {
		if m.prod == nil || !m.c.Equal(c) {
			continue
		}
		x, left := f.dividend(m.prod, rem)
		if x == nil {
			continue
		}
		rest := make(poly, 0, len(p))
		for k := range p {
			if k != i && k != j {
				rest = append(rest, p[k])
			}
		}
		rest = addPoly(rest, scalePoly(toPoly(x), p[i].c))
		return addPoly(rest, scalePoly(left, c))
	}
	return nil
}

// dividend returns x where rem is x mod k and t is x div k, with what t has besides, a constant in each case; nil: there is
// no such x.
func (f *Factory) dividend(t, rem *Term) (x *Term, left poly) {
	if t.op == OpDiv {
		return f.divided(t, rem), nil
	}
	if t.op != OpIte {
		return nil, nil
	}
	for _, a := range t.args[1:] {
		p, _ := splitConst(toPoly(a))
		if len(p) != 1 || p[0].prod.op != OpDiv || !p[0].c.Equal(rational.One) {
			continue
		}
		if x = f.divided(p[0].prod, rem); x == nil {
			continue
		}
		if left, ok := f.beside(t, p); ok {
			return x, left
		}
	}
	return nil, nil
}

// divided returns x where q is x div k and rem is x mod k, which may be written with another dividend; nil: there is none.
func (f *Factory) divided(q, rem *Term) *Term {
	if q.args[1].op != OpConst {
		return nil
	}
	by := q.args[1].num().Div(rem.args[1].num())
	if !by.IsInt() || by.Sign() <= 0 {
		return nil
	}
	if x := f.Div(q.args[0], f.Num(Int, by)); f.Mod(x, rem.args[1]) == rem { // (y div by) div k = y div (by*k)
		return x
	}
	return nil
}

// beside returns what the alternatives of t have besides q, if these are constants.
func (f *Factory) beside(t *Term, q poly) (poly, bool) {
	var cases [2]*Term
	for k := range cases {
		d := addPoly(toPoly(t.args[k+1]), scalePoly(q, rational.FromInt(-1)))
		rest, n := splitConst(d)
		if len(rest) > 0 {
			return nil, false
		}
		cases[k] = f.Num(Int, n)
	}
	return toPoly(f.Ite(t.args[0], cases[0], cases[1])), true
}
