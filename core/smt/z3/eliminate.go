package z3

import (
	"cupel/core/logic"
	"cupel/core/rational"
)

// eliminator removes existential quantifiers without a solver where a rule
// applies: definitions are substituted; bounds of one kind vanish; Fourier and
// Motzkin's combination of lower with upper bounds, over the integers where one
// side has unit coefficients only, when it is exact (Pugh, "The Omega test",
// 1991); disequalities alone vanish over infinite sorts; exists distributes over
// disjunctions.
type eliminator struct {
	f     *logic.Factory
	cases int
	free  map[*logic.Term][]*logic.Term
}

// EliminateSyntactic returns a formula r and the symbols left in it such that
// exists vars. phi is equivalent to exists left. r.
func EliminateSyntactic(f *logic.Factory, vars []*logic.Term, phi *logic.Term) (r *logic.Term, left []*logic.Term) {
	e := &eliminator{f: f, cases: maxCases, free: map[*logic.Term][]*logic.Term{}}
	r = e.exists(vars, phi)
	for _, v := range vars {
		if e.has(r, v) {
			left = append(left, v)
		}
	}
	return r, left
}

func (e *eliminator) has(t, v *logic.Term) bool {
	fv, ok := e.free[t]
	if !ok {
		fv = logic.FreeVars(t)
		e.free[t] = fv
	}
	lo, hi := 0, len(fv) // ordered by ID
	for lo < hi {
		if m := (lo + hi) / 2; fv[m].ID() < v.ID() {
			lo = m + 1
		} else {
			hi = m
		}
	}
	return lo < len(fv) && fv[lo] == v
}

func (e *eliminator) mentions(t *logic.Term, vars []*logic.Term) bool {
	for _, v := range vars {
		if e.has(t, v) {
			return true
		}
	}
	return false
}

// conjuncts returns the parts of a conjunction.
func conjuncts(t *logic.Term) []*logic.Term {
	if t.Op() == logic.OpAnd {
		return t.Args()
	}
	return []*logic.Term{t}
}

// split separates conjuncts with v from those without.
func (e *eliminator) split(cs []*logic.Term, v *logic.Term) (with, without []*logic.Term) {
	for _, c := range cs {
		if e.has(c, v) {
			with = append(with, c)
		} else {
			without = append(without, c)
		}
	}
	return with, without
}

// exists returns an equivalent of exists vars. phi in which as few of vars as possible occur; those that do are still quantified implicitly.
func (e *eliminator) exists(vars []*logic.Term, phi *logic.Term) *logic.Term {
	cs := conjuncts(phi)
	for changed := true; changed; {
		changed = false
		var left []*logic.Term
		for _, v := range vars {
			with, without := e.split(cs, v)
			if len(with) == 0 {
				continue
			}
			r, ok := e.one(v, with)
			if !ok {
				left = append(left, v)
				continue
			}
			cs = conjuncts(e.f.And(append(without, r...)...))
			changed = true
		}
		vars = left
	}
	if len(vars) == 0 {
		return e.f.And(cs...)
	}
	var with, without []*logic.Term
	for _, c := range cs {
		if e.mentions(c, vars) {
			with = append(with, c)
		} else {
			without = append(without, c)
		}
	}
	return e.f.And(append(without, e.byCases(vars, with))...)
}

// byCases distributes the quantifiers over the shortest disjunction.
func (e *eliminator) byCases(vars, cs []*logic.Term) *logic.Term {
	at := -1
	var best []*logic.Term
	for i, c := range cs {
		if ds := e.alternatives(c); len(ds) > 1 && (at < 0 || len(ds) < len(best)) {
			at, best = i, ds
		}
	}
	if at < 0 || e.cases < len(best) {
		return e.f.And(cs...)
	}
	e.cases -= len(best)
	rest := append(append([]*logic.Term(nil), cs[:at]...), cs[at+1:]...)
	out := make([]*logic.Term, len(best))
	for i, d := range best {
		out[i] = e.exists(vars, e.f.And(append(rest[:len(rest):len(rest)], d)...))
	}
	return e.f.Or(out...)
}

// alternatives returns the cases of a conjunct, whose disjunction it is.
func (e *eliminator) alternatives(c *logic.Term) []*logic.Term {
	f := e.f
	switch {
	case c.Op() == logic.OpOr:
		return c.Args()
	case c.Op() == logic.OpIte:
		return []*logic.Term{f.And(c.Arg(0), c.Arg(1)), f.And(f.Not(c.Arg(0)), c.Arg(2))}
	case c.Op() == logic.OpEq && c.Arg(0).Sort().IsBool():
		a, b := c.Arg(0), c.Arg(1)
		return []*logic.Term{f.And(a, b), f.And(f.Not(a), f.Not(b))}
	case c.Op() == logic.OpNot:
		n := c.Arg(0)
		switch {
		case n.Op() == logic.OpAnd:
			ds := make([]*logic.Term, n.NumArgs())
			for i, a := range n.Args() {
				ds[i] = f.Not(a)
			}
			return ds
		case n.Op() == logic.OpIte:
			return []*logic.Term{f.And(n.Arg(0), f.Not(n.Arg(1))), f.And(f.Not(n.Arg(0)), f.Not(n.Arg(2)))}
		case n.Op() == logic.OpEq && n.Arg(0).Sort().IsBool():
			a, b := n.Arg(0), n.Arg(1)
			return []*logic.Term{f.And(a, f.Not(b)), f.And(f.Not(a), b)}
		case n.Op() == logic.OpEq && n.Arg(0).Sort().IsArith():
			return []*logic.Term{f.Lt(n.Arg(0), n.Arg(1)), f.Lt(n.Arg(1), n.Arg(0))}
		}
	}
	return nil
}

// one removes v from the conjuncts that mention it.
func (e *eliminator) one(v *logic.Term, with []*logic.Term) ([]*logic.Term, bool) {
	for i, c := range with {
		if def := e.definition(c, v); def != nil {
			m := map[*logic.Term]*logic.Term{v: def}
			out := make([]*logic.Term, 0, len(with))
			for j, d := range with {
				if j != i || !isEquation(c) {
					out = append(out, e.f.Subst(d, m))
				}
			}
			return out, true
		}
	}
	if !v.Sort().IsArith() {
		return e.multiple(v, with)
	}
	return e.bounds(v, with)
}

func isEquation(c *logic.Term) bool { return c.Op() == logic.OpEq }

// definition returns t without v when c is equivalent to v = t.
func (e *eliminator) definition(c, v *logic.Term) *logic.Term {
	f := e.f
	switch {
	case c == v:
		return f.True()
	case c.Op() == logic.OpNot && c.Arg(0) == v:
		return f.False()
	case c.Op() != logic.OpEq:
		return nil
	}
	a, b := c.Arg(0), c.Arg(1)
	switch {
	case a == v && !e.has(b, v):
		return b
	case b == v && !e.has(a, v):
		return a
	case !v.Sort().IsArith() || a.Sort() != v.Sort():
		return nil
	}
	l, ok := e.linear(f.Sub(a, b), v)
	if !ok || v.Sort().IsInt() && !l.c.Abs().Equal(rational.One) {
		return nil
	}
	return f.Mul(f.Num(v.Sort(), l.c.Inv().Neg()), l.rest)
}

// form is c*v + rest, where rest does not mention v.
type form struct {
	c    rational.Q
	rest *logic.Term
}

func (e *eliminator) linear(t, v *logic.Term) (form, bool) {
	prods, coeffs, k := logic.Linear(t)
	l := form{}
	rest := []*logic.Term{e.f.Num(v.Sort(), k)}
	for i, p := range prods {
		switch {
		case p == v:
			l.c = coeffs[i]
		case e.has(p, v):
			return l, false
		default:
			rest = append(rest, e.f.Mul(e.f.Num(v.Sort(), coeffs[i]), p))
		}
	}
	l.rest = e.f.Add(rest...)
	return l, !l.c.IsZero()
}

// bound is c*v >= t (lower) or c*v <= t, c > 0, or strict.
type bound struct {
	c      rational.Q
	t      *logic.Term
	strict bool
}

// bounds removes v, which only occurs in linear inequalities and disequalities.
func (e *eliminator) bounds(v *logic.Term, with []*logic.Term) ([]*logic.Term, bool) {
	f := e.f
	var lower, upper []bound
	apart := 0
	for _, c := range with {
		atom, strict := c, c.Op() == logic.OpLt
		if c.Op() == logic.OpNot {
			switch atom = c.Arg(0); atom.Op() {
			case logic.OpEq: // a disequality
				if atom.Arg(0).Sort() != v.Sort() {
					return nil, false
				}
				if _, ok := e.linear(f.Sub(atom.Arg(0), atom.Arg(1)), v); !ok {
					return nil, false
				}
				apart++
				continue
			case logic.OpLe: // over Real: not (a <= b) is b < a
				atom, strict = f.Lt(atom.Arg(1), atom.Arg(0)), true
			case logic.OpLt:
				atom, strict = f.Le(atom.Arg(1), atom.Arg(0)), false
			default:
				return nil, false
			}
			strict = atom.Op() == logic.OpLt
		}
		if atom.Op() != logic.OpLe && atom.Op() != logic.OpLt || atom.Arg(0).Sort() != v.Sort() {
			return nil, false
		}
		l, ok := e.linear(f.Sub(atom.Arg(0), atom.Arg(1)), v) // c*v + rest <= 0
		if !ok {
			return nil, false
		}
		if l.c.Sign() > 0 {
			upper = append(upper, bound{l.c, f.Neg(l.rest), strict})
		} else {
			lower = append(lower, bound{l.c.Neg(), l.rest, strict})
		}
	}
	switch {
	case len(lower) == 0 || len(upper) == 0:
		return nil, true // a value beyond all bounds differs from finitely many others, too
	case apart > 0 || len(lower)*len(upper) > maxPairs:
		return nil, false
	case v.Sort().IsInt() && !unit(lower) && !unit(upper):
		return nil, false
	}
	var out []*logic.Term
	for _, l := range lower {
		for _, u := range upper { // l.t/l.c <= v <= u.t/u.c
			a := f.Mul(f.Num(v.Sort(), u.c), l.t)
			b := f.Mul(f.Num(v.Sort(), l.c), u.t)
			if l.strict || u.strict {
				out = append(out, f.Lt(a, b))
			} else {
				out = append(out, f.Le(a, b))
			}
		}
	}
	return out, true
}

func unit(bs []bound) bool {
	for _, b := range bs {
		if !b.c.Equal(rational.One) {
			return false
		}
	}
	return true
}
