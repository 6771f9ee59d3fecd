package relational

import (
	"cupel/analysis/absint/congruence"
	"cupel/core/logic"
	"cupel/core/rational"
)

// linear returns an interval linear form that contains the value of an Int term
// in all states of s.
func (d *Domain) linear(s *State, t *logic.Term) form {
	if !d.burn() {
		return constant(spanOf(s.box.Integer(t)))
	}
	ps, cs, k := logic.Linear(t)
	f := constant(point(k))
	for i, p := range ps {
		f = f.add(d.product(s, p).scale(cs[i]))
	}
	return f
}

// product is linear for a term that is no sum.
func (d *Domain) product(s *State, t *logic.Term) form {
	switch t.Op() {
	case logic.OpVar:
		if v := d.number(t); v >= 0 {
			return form{ms: []mono{{v, rational.One}}}
		}
	case logic.OpIte:
		if yes, known := d.truth(s, t.Arg(0)); known {
			return d.linear(s, branch(t, yes))
		}
	case logic.OpDiv:
		if c, ok := positive(t.Arg(1)); ok {
			return quotient(d.linear(s, t.Arg(0)), c)
		}
	case logic.OpMod:
		if c, ok := positive(t.Arg(1)); ok {
			if f, ok := d.remainder(s, d.linear(s, t.Arg(0)), c); ok {
				return f
			}
			if v, single := d.factorResidue(s, t).Value(); single {
				return constant(point(rational.FromInt(v)))
			}
		}
	case logic.OpMul:
		if f, ok := d.multiple(s, t); ok {
			return f
		}
	}
	return constant(spanOf(s.box.Integer(t)))
}

func branch(ite *logic.Term, yes bool) *logic.Term {
	if yes {
		return ite.Arg(1)
	}
	return ite.Arg(2)
}

func positive(t *logic.Term) (rational.Q, bool) {
	if !t.IsConst() || t.Rational().Sign() <= 0 {
		return rational.Zero, false
	}
	return t.Rational(), true
}

// quotient describes f div c: between (f - c + 1) / c and f / c.
func quotient(f form, c rational.Q) form {
	q := f.scale(c.Inv())
	return q.addSpan(span{lo: rational.One.Sub(c).Div(c)})
}

// remainder describes f mod c when f is within one period.
func (d *Domain) remainder(s *State, f form, c rational.Q) (form, bool) {
	b := d.bounds(s, f)
	if b.noLo || b.noHi {
		return form{}, false
	}
	k := b.lo.Div(c).Floor()
	if !k.Equal(b.hi.Div(c).Floor()) {
		return form{}, false
	}
	return f.addSpan(point(k.Mul(c).Neg())), true
}

// multiple linearises a product of which all factors but one are constants in the state.
func (d *Domain) multiple(s *State, t *logic.Term) (form, bool) {
	c := rational.One
	var left form
	unknown := 0
	for _, a := range t.Args() {
		f := d.linear(s, a)
		if b := d.bounds(s, f); b.isPoint() {
			c = c.Mul(b.lo)
			continue
		}
		left = f
		unknown++
	}
	switch unknown {
	case 0:
		return constant(point(c)), true
	case 1:
		return left.scale(c), true
	}
	return form{}, false
}

// split is a part of a set of states with a linear form for a term in it.
type split struct {
	s *State
	f form
}

// cases splits s so that conditional terms become linear; the parts cover s.
func (d *Domain) cases(s *State, t *logic.Term) []split {
	if !d.burn() {
		return []split{{s, constant(spanOf(s.box.Integer(t)))}}
	}
	ps, cs, k := logic.Linear(t)
	out := []split{{s, constant(point(k))}}
	for i, p := range ps {
		var next []split
		for _, c := range out {
			for _, q := range d.productCases(c.s, p) {
				next = append(next, split{q.s, c.f.add(q.f.scale(cs[i]))})
			}
		}
		if len(next) > maxCases {
			return []split{{s, d.linear(s, t)}}
		}
		out = next
	}
	return out
}

func (d *Domain) productCases(s *State, t *logic.Term) []split {
	switch t.Op() {
	case logic.OpIte:
		if yes, known := d.truth(s, t.Arg(0)); known {
			return d.cases(s, branch(t, yes))
		}
		var out []split
		for _, yes := range []bool{true, false} {
			if r := d.assume(s, t.Arg(0), yes); r != nil {
				out = append(out, d.cases(r, branch(t, yes))...)
			}
		}
		return out
	case logic.OpDiv, logic.OpMod:
		c, ok := positive(t.Arg(1))
		if !ok {
			break
		}
		out := d.cases(s, t.Arg(0))
		for i, x := range out {
			switch f, ok := d.remainder(x.s, x.f, c); {
			case t.Op() == logic.OpDiv:
				out[i].f = quotient(x.f, c)
			case ok:
				out[i].f = f
			case single(d.factorResidue(x.s, t), &out[i].f):
			default:
				out[i].f = constant(spanOf(x.s.box.Integer(t)))
			}
		}
		return out
	}
	return []split{{s, d.product(s, t)}}
}

// bounds bounds a form in the states of s.
func (d *Domain) bounds(s *State, f form) span {
	b := f.k.add(d.boxed(s, f.ms))
	for i, m := range f.ms {
	packs:
		for _, at := range d.places[m.v] {
			for _, before := range f.ms[:i] {
				if d.dim(at.pack, before.v) >= 0 {
					continue packs // visited
				}
			}
			a, outside := d.project(f, at.pack)
			if len(f.ms)-len(outside) < 2 {
				continue // the box has it
			}
			b = b.meet(extent(s.packs[at.pack], a).add(f.k).add(d.boxed(s, outside)))
		}
	}
	return b
}

// boxed bounds a sum by intervals.
func (d *Domain) boxed(s *State, ms []mono) span {
	var b span
	for _, m := range ms {
		b = b.add(spanOf(s.box.Range(d.vars[m.v])).scale(m.c))
	}
	return b
}

// extent bounds a.x on p.
func extent(p shape, a []rational.Q) span {
	lo, someLo := p.Min(a)
	hi, someHi := p.Max(a)
	return span{lo, hi, !someLo, !someHi}
}

// project returns the coefficients of f in a pack's dimensions, and the
// monomials outside.
func (d *Domain) project(f form, pack int) (a []rational.Q, outside []mono) {
	a = make([]rational.Q, len(d.packs[pack].vars))
	for _, m := range f.ms {
		if i := d.dim(pack, m.v); i >= 0 {
			a[i] = m.c
		} else {
			outside = append(outside, m)
		}
	}
	return a, outside
}

// dim returns the dimension of a variable in a pack, or -1.
func (d *Domain) dim(pack, v int) int {
	for _, at := range d.places[v] {
		if at.pack == pack {
			return at.dim
		}
	}
	return -1
}

// truth returns the truth value of t where it is the same in all states of s.
func (d *Domain) truth(s *State, t *logic.Term) (value, known bool) {
	if v, ok := s.box.Truth(t); ok {
		return v, true
	}
	switch {
	case !d.burn():
	case t.Op() == logic.OpNot:
		v, ok := d.truth(s, t.Arg(0))
		return !v, ok
	case t.Op() == logic.OpAnd || t.Op() == logic.OpOr:
		stop, all := t.Op() == logic.OpOr, true
		for _, a := range t.Args() {
			v, ok := d.truth(s, a)
			if ok && v == stop {
				return stop, true
			}
			all = all && ok
		}
		return !stop, all
	case isComparison(t):
		b := d.bounds(s, d.linear(s, t.Arg(0)).add(d.linear(s, t.Arg(1)).neg()))
		switch le := t.Op() == logic.OpLe; {
		case le && b.below(0), !le && b.above(0) && b.below(0):
			return true, true
		case b.above(1), !le && b.below(-1), !le && d.unequal(s, t.Arg(0), t.Arg(1)):
			return false, true
		}
	}
	return false, false
}

// single sets f to the only element of a class; false: there are several.
func single(c congruence.Set, f *form) bool {
	v, ok := c.Value()
	if ok {
		*f = constant(point(rational.FromInt(v)))
	}
	return ok
}
