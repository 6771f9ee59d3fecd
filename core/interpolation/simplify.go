package interpolation

import (
	"sort"

	"cupel/core/logic"
	"cupel/core/rational"
)

// simplify merges the linear atoms of conjunctions and disjunctions that bound the same linear form (x <= 3 or x = 4 becomes x <= 4), removes subsumed ones, and
// absorbs (a or a and b becomes a). Interpolants built from branches contain many of both, and a predicate in normal form is recognised at other positions.
func simplify(f *logic.Factory, t *logic.Term) *logic.Term {
	return (&simplifier{f: f, memo: map[*logic.Term]*logic.Term{}}).term(t)
}

type simplifier struct {
	f    *logic.Factory
	memo map[*logic.Term]*logic.Term
}

func (s *simplifier) term(t *logic.Term) *logic.Term {
	if r, ok := s.memo[t]; ok {
		return r
	}
	r := t
	switch {
	case t.Op() == logic.OpAnd, t.Op() == logic.OpOr:
		args := make([]*logic.Term, t.NumArgs())
		for i, a := range t.Args() {
			args[i] = s.term(a)
		}
		r = s.nary(t.Op(), args)
	case t.Op() == logic.OpNot && connective(t.Arg(0)):
		a := t.Arg(0)
		switch a.Op() {
		case logic.OpAnd:
			r = s.term(s.f.Or(mapNot(s.f, a.Args())...))
		case logic.OpOr:
			r = s.term(s.f.And(mapNot(s.f, a.Args())...))
		default:
			r = s.f.Not(s.term(a))
		}
	case t.Op() == logic.OpIte && t.Sort() == logic.Bool, t.Op() == logic.OpEq && t.Arg(0).Sort() == logic.Bool:
		args := make([]*logic.Term, t.NumArgs())
		for i, a := range t.Args() {
			args[i] = s.term(a)
		}
		r = s.f.Rebuild(t, args)
	}
	s.memo[t] = r
	return r
}

// nary simplifies a conjunction or disjunction of simplified arguments.
func (s *simplifier) nary(op logic.Op, args []*logic.Term) *logic.Term {
	join := s.f.And
	if op == logic.OpOr {
		join = s.f.Or
	}
	t := join(args...)
	if t.Op() != op {
		return t
	}
	t = join(s.intervals(op, t.Args())...)
	if t.Op() != op {
		return t
	}
	return join(s.absorb(op, t.Args())...)
}

// absorb drops arguments of the dual connective that contain another argument,
// and from their arguments those whose negation is another argument.
func (s *simplifier) absorb(op logic.Op, args []*logic.Term) []*logic.Term {
	dual, joinDual := logic.OpOr, s.f.Or
	if op == logic.OpOr {
		dual, joinDual = logic.OpAnd, s.f.And
	}
	top := map[*logic.Term]bool{}
	for _, a := range args {
		top[a] = true
	}
	var out []*logic.Term
next:
	for _, a := range args {
		if a.Op() == dual {
			var rest []*logic.Term
			for _, b := range a.Args() {
				if top[b] {
					continue next
				}
				if !top[s.f.Not(b)] {
					rest = append(rest, b)
				}
			}
			if len(rest) < a.NumArgs() {
				a = joinDual(rest...)
			}
		}
		out = append(out, a)
	}
	return out
}

// bounds collects the atoms of a conjunction over one linear form.
type bounds struct {
	form       *logic.Term
	sort       *logic.Sort
	lo, hi     rational.Q
	hasLo      bool
	hasHi      bool
	loLt, hiLt bool
	ne         []rational.Q
	count      int
}

// intervals merges the linear atoms among the arguments of a conjunction; a
// disjunction is the negation of one.
func (s *simplifier) intervals(op logic.Op, args []*logic.Term) []*logic.Term {
	var order []*logic.Term
	of := map[*logic.Term]*bounds{}
	var rest []*logic.Term
	for _, a := range args {
		t := a
		if op == logic.OpOr {
			t = s.f.Not(a)
		}
		form, rel, c := linearAtom(s.f, t)
		if form == nil {
			rest = append(rest, a)
			continue
		}
		b := of[form]
		if b == nil {
			b = &bounds{form: form, sort: form.Sort()}
			of[form] = b
			order = append(order, form)
		}
		b.add(rel, c)
	}
	for _, form := range order {
		b := of[form]
		ts, ok := b.atoms(s.f)
		if !ok {
			return []*logic.Term{s.f.BoolConst(op == logic.OpOr)}
		}
		for _, t := range ts {
			if op == logic.OpOr {
				t = s.f.Not(t)
			}
			rest = append(rest, t)
		}
	}
	return rest
}

// relation of a linear atom: form rel constant.
type relation uint8

const (
	relLe relation = iota
	relLt
	relGe
	relGt
	relEq
	relNe
)

// linearAtom decomposes a comparison in the factory's normal form into a linear
// form without constant, a relation and a constant; nil when t is none.
func linearAtom(f *logic.Factory, t *logic.Term) (form *logic.Term, rel relation, c rational.Q) {
	a := t
	if t.Op() == logic.OpNot {
		a = t.Arg(0)
		if a.Op() != logic.OpEq {
			return nil, 0, c
		}
	}
	switch a.Op() {
	case logic.OpLe, logic.OpLt, logic.OpEq:
	default:
		return nil, 0, c
	}
	x, y := a.Arg(0), a.Arg(1)
	if !x.Sort().IsArith() {
		return nil, 0, c
	}
	strict := a.Op() == logic.OpLt
	switch {
	case y.IsConst():
		form, c = x, y.Rational()
		switch {
		case a.Op() == logic.OpEq && t != a:
			rel = relNe
		case a.Op() == logic.OpEq:
			rel = relEq
		case strict:
			rel = relLt
		}
	case x.IsConst():
		form, c, rel = y, x.Rational(), relGe
		if strict {
			rel = relGt
		}
	default: // x = y as x - y = 0
		form, rel = f.Sub(x, y), relEq
		if t != a {
			rel = relNe
		}
	}
	return form, rel, c
}

func (b *bounds) add(rel relation, c rational.Q) {
	b.count++
	switch rel {
	case relLe, relLt:
		b.upper(c, rel == relLt)
	case relGe, relGt:
		b.lower(c, rel == relGt)
	case relEq:
		b.upper(c, false)
		b.lower(c, false)
	case relNe:
		b.ne = append(b.ne, c)
	}
}

func (b *bounds) upper(c rational.Q, lt bool) {
	if d := c.Cmp(b.hi); !b.hasHi || d < 0 || d == 0 && lt {
		b.hasHi, b.hi, b.hiLt = true, c, lt
	}
}

func (b *bounds) lower(c rational.Q, lt bool) {
	if d := c.Cmp(b.lo); !b.hasLo || d > 0 || d == 0 && lt {
		b.hasLo, b.lo, b.loLt = true, c, lt
	}
}

// atoms returns the shortest equivalent conjunction; false when it is unsatisfiable.
func (b *bounds) atoms(f *logic.Factory) ([]*logic.Term, bool) {
	sort.Slice(b.ne, func(i, j int) bool { return b.ne[i].Cmp(b.ne[j]) < 0 })
	for changed := true; changed; { // x <= 3 and x != 3 is x <= 2
		changed = false
		for _, c := range b.ne {
			if b.hasHi && !b.hiLt && c.Equal(b.hi) {
				changed = true
				if b.sort == logic.Int {
					b.hi = b.hi.Sub(rational.One)
				} else {
					b.hiLt = true
				}
			}
			if b.hasLo && !b.loLt && c.Equal(b.lo) {
				changed = true
				if b.sort == logic.Int {
					b.lo = b.lo.Add(rational.One)
				} else {
					b.loLt = true
				}
			}
		}
	}
	if b.hasLo && b.hasHi {
		d := b.lo.Cmp(b.hi)
		if d > 0 || d == 0 && (b.loLt || b.hiLt) {
			return nil, false
		}
		if d == 0 {
			return []*logic.Term{f.Eq(b.form, f.Num(b.sort, b.lo))}, true
		}
	}
	var out []*logic.Term
	cmp := func(x, y *logic.Term, lt bool) {
		if lt {
			out = append(out, f.Lt(x, y))
		} else {
			out = append(out, f.Le(x, y))
		}
	}
	if b.hasLo {
		cmp(f.Num(b.sort, b.lo), b.form, b.loLt)
	}
	if b.hasHi {
		cmp(b.form, f.Num(b.sort, b.hi), b.hiLt)
	}
	for _, c := range b.ne {
		below := b.hasLo && c.Cmp(b.lo) <= 0
		above := b.hasHi && c.Cmp(b.hi) >= 0
		if !below && !above {
			out = append(out, f.Ne(b.form, f.Num(b.sort, c)))
		}
	}
	return out, true
}
