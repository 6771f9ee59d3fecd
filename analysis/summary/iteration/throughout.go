package iteration

import (
	"cupel/core/logic"
	"cupel/core/rational"
	"cupel/core/smt/z3"
)

// throughout returns, for K >= 1, the formula that c holds in the states before the iterations 0 <= j < K; rate is how much each symbol grows in one, and at(c, j)
// is c in the state of iteration j.
func (l *Loop) throughout(c *logic.Term, rate map[*logic.Term]rational.Q, at func(t, j *logic.Term) *logic.Term) {
	f := l.f
	moving := false
	for _, v := range logic.FreeVars(c) {
		q, ok := rate[v]
		moving = moving || ok && !q.IsZero()
	}
	zero, last := f.IntConst(0), f.Sub(l.k, f.IntConst(1))
	first := at(c, zero)
	if !moving {
		l.Once(first)
		return
	}
	if e, ok := slope(c, rate); ok {
		switch {
		case c.Op() == logic.OpEq && !e.IsZero(): // once at most
			l.Once(first)
			l.Once(f.Eq(l.k, f.IntConst(1)))
			return
		case e.Sign() <= 0:
			l.Once(first)
			return
		}
		l.Once(at(c, last))
		return
	}
	if c.Op() == logic.OpNot && c.Arg(0).Op() == logic.OpEq {
		if e, ok := slope(c.Arg(0), rate); ok {
			l.Once(l.avoids(at(f.Sub(c.Arg(0).Arg(0), c.Arg(0).Arg(1)), zero), e))
			return
		}
	}
	j := f.Fresh("j", logic.Int)
	never := f.And(f.Le(zero, j), f.Le(j, last), f.Not(at(c, j)))
	if r, left := z3.EliminateSyntactic(f, []*logic.Term{j}, never); len(left) == 0 && logic.Size(r) <= l.o.Size {
		l.Once(f.Not(l.positive(r)))
		return
	}
	l.Once(first)
	l.Once(at(c, last))
	l.Once(f.Or(f.Le(l.k, f.IntConst(1)), at(c, f.IntConst(1))))
}

// slope is the growth per iteration of l - r in a literal l <= r, l < r or l = r
// between sums of symbols.
func slope(c *logic.Term, rate map[*logic.Term]rational.Q) (rational.Q, bool) {
	switch c.Op() {
	case logic.OpLe, logic.OpLt, logic.OpEq:
	default:
		return rational.Zero, false
	}
	e := rational.Zero
	for i, side := range c.Args() {
		if !side.Sort().IsArith() {
			return e, false
		}
		prods, coeffs, _ := logic.Linear(side)
		for k, p := range prods {
			switch q, ok := rate[p]; {
			case ok && i == 0:
				e = e.Add(q.Mul(coeffs[k]))
			case ok:
				e = e.Sub(q.Mul(coeffs[k]))
			case !p.IsVar() && moves(p, rate):
				return e, false
			}
		}
	}
	return e, true
}

func moves(t *logic.Term, rate map[*logic.Term]rational.Q) bool {
	for _, v := range logic.FreeVars(t) {
		if q, ok := rate[v]; ok && !q.IsZero() {
			return true
		}
	}
	return false
}

// avoids returns the formula that t + e*j is not 0 for 0 <= j < K: t has e's sign, or is beyond the last value, or between two.
func (l *Loop) avoids(t *logic.Term, e rational.Q) *logic.Term {
	f, s := l.f, t.Sort()
	zero := f.Num(s, rational.Zero)
	if e.IsZero() {
		return f.Ne(t, zero)
	}
	if e.Sign() < 0 {
		t, e = f.Neg(t), e.Neg()
	}
	end := f.Add(t, l.times(s, e), f.Num(s, e.Neg()))
	ways := []*logic.Term{f.Lt(zero, t), f.Lt(end, zero)}
	switch {
	case s.IsReal(): // between two: a multiple of e is hit at an integer j only; not expressed
		return f.True()
	case !e.IsInt(): // the map is of integers
		return f.True()
	case !e.Equal(rational.One):
		ways = append(ways, f.Ne(f.Mod(t, f.Num(s, e)), zero))
	}
	return f.Or(ways...)
}

// positive simplifies the literals about K alone that K >= 1 decides.
func (l *Loop) positive(t *logic.Term) *logic.Term {
	f := l.f
	switch {
	case t == f.Le(f.IntConst(1), l.k):
		return f.True()
	case t == f.Le(l.k, f.IntConst(0)):
		return f.False()
	case t.Op() == logic.OpAnd || t.Op() == logic.OpOr:
		args := make([]*logic.Term, t.NumArgs())
		for i, a := range t.Args() {
			args[i] = l.positive(a)
		}
		return f.Rebuild(t, args)
	case t.Op() == logic.OpNot:
		return f.Not(l.positive(t.Arg(0)))
	}
	return t
}

// endpoints states facts about the first state for the last one, too, as far as
// they are about counters and unwritten variables only.
func (l *Loop) endpoints(facts []*logic.Term) {
	rate := map[*logic.Term]rational.Q{}
	for v, c := range l.steps {
		rate[v] = c
	}
	for _, c := range append([]*logic.Term(nil), facts...) {
		ok := true
		for _, v := range logic.FreeVars(c) {
			_, counts := rate[v]
			ok = ok && (counts || l.post[v] == nil && l.isVar(v))
		}
		if ok {
			l.throughout(c, rate, func(t, j *logic.Term) *logic.Term { return l.shift(t, j) })
		}
	}
}

// shift is t with every counter as it is when iteration j begins.
func (l *Loop) shift(t, j *logic.Term) *logic.Term {
	f := l.f
	return f.NewSubst(func(v *logic.Term) *logic.Term {
		c, ok := l.steps[v]
		if !ok {
			return nil
		}
		n := j
		if v.Sort().IsReal() {
			n = f.ToReal(j)
		}
		return f.Add(v, f.Mul(f.Num(v.Sort(), c), n))
	}).Apply(t)
}
