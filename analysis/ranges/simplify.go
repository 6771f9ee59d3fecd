package ranges

import (
	"math/big"

	"cupel/analysis/absint/interval"
	"cupel/core/logic"
	"cupel/core/rational"
)

// Simplify returns a term that equals t wherever all that was learnt holds.
func (b *Bounds) Simplify(t *logic.Term) *logic.Term {
	if t.IsGround() {
		return t
	}
	b.fuel = maxVisited
	return b.simple(t, 0)
}

func (b *Bounds) simple(t *logic.Term, depth int) *logic.Term {
	sort := t.Sort()
	if t.IsConst() || !sort.IsInt() && !sort.IsBool() && t.Op() != logic.OpSelect {
		return t
	}
	if r, ok := b.memo.simple[t]; ok {
		return r
	}
	if b.fuel <= 0 || depth >= maxDepth || t.Op() == logic.OpForall || t.Op() == logic.OpExists {
		return t
	}
	b.fuel--
	b.visited++
	r := b.step(t, depth+1)
	if r != t && r.Sort().IsInt() {
		r = b.value(r)
	}
	b.memo.simple[t] = r
	return r
}

// step simplifies the arguments of t, then t itself.
func (b *Bounds) step(t *logic.Term, depth int) *logic.Term {
	if t.Sort().IsBool() {
		if t.Op() == logic.OpNot {
			return b.f.Not(b.simple(t.Arg(0), depth))
		}
		if holds, known := b.fact(t, depth); known {
			return b.f.BoolConst(holds)
		}
	}
	if t.Op() == logic.OpIte {
		return b.conditional(t, depth)
	}
	u := t
	args := make([]*logic.Term, t.NumArgs())
	for i, a := range t.Args() {
		args[i] = b.simple(a, depth)
		if args[i] != a {
			u = nil
		}
	}
	if u == nil {
		u = b.f.Rebuild(t, args)
	}
	switch u.Op() {
	case logic.OpLe, logic.OpEq:
		if u.Arg(0).Sort().IsInt() {
			return b.comparison(u, depth)
		}
	case logic.OpAnd:
		return b.equalities(u)
	case logic.OpMod:
		return b.remainder(u)
	}
	if u.Sort().IsInt() {
		return b.value(u)
	}
	return u
}

// value returns the only value of an integer term, or the term.
func (b *Bounds) value(t *logic.Term) *logic.Term {
	if v, ok := b.bounds(t, 0).Value(); ok {
		return b.f.IntBig(v)
	}
	return t
}

// remainder replaces a remainder by its dividend less a constant where all dividends have the same quotient.
func (b *Bounds) remainder(t *logic.Term) *logic.Term {
	k := t.Arg(1)
	if !k.IsConst() || k.Rational().Sign() <= 0 {
		return b.value(t)
	}
	d := k.Rational().Num()
	q, ok := b.bounds(t.Arg(0), 0).FloorDiv(d).Value()
	if !ok {
		return t
	}
	return b.value(b.f.Sub(t.Arg(0), b.f.IntBig(new(big.Int).Mul(q, d))))
}

// conditional simplifies each alternative under its condition, if it is small, and otherwise as it is.
func (b *Bounds) conditional(t *logic.Term, depth int) *logic.Term {
	c := b.simple(t.Arg(0), depth)
	switch {
	case c.IsTrue():
		return b.simple(t.Arg(1), depth)
	case c.IsFalse():
		return b.simple(t.Arg(2), depth)
	}
	x := b.under(c, b.simple(t.Arg(1), depth), depth)
	y := b.under(b.f.Not(c), b.simple(t.Arg(2), depth), depth)
	return b.f.Ite(c, x, y)
}

// under simplifies an alternative under its condition.
func (b *Bounds) under(c, t *logic.Term, depth int) *logic.Term {
	if t.NumArgs() == 0 || !cases(t) {
		return t
	}
	kept, mark := b.memo, b.Mark()
	b.memo = newMemo()
	if b.learn(c, maxInward) {
		t = b.simple(t, depth)
	}
	b.Undo(mark)
	b.memo = kept
	return t
}

// cases reports whether a term is small and has a conditional or a remainder.
func cases(t *logic.Term) bool {
	n, found := 0, false
	logic.Walk(func(u *logic.Term) bool {
		n++
		found = found || u.Op() == logic.OpIte || u.Op() == logic.OpMod
		return n <= maxCases
	}, t)
	return found && n <= maxCases
}

// comparison decides p <= c, c <= p and p = c, or the case of a conditional in p where it is decided.
func (b *Bounds) comparison(t *logic.Term, depth int) *logic.Term {
	x, y := t.Arg(0), t.Arg(1)
	switch b.compare(t, depth) {
	case yes:
		return b.f.True()
	case no:
		return b.f.False()
	}
	if b.fuel <= 0 || depth >= maxDepth {
		return t
	}
	if r := b.sameByte(t); r != nil {
		return r
	}
	p, c := x, y
	if x.IsConst() {
		p, c = y, x
	}
	if !c.IsConst() {
		return t
	}
	ps, cs, _ := logic.Linear(p)
	tried := 0
	for i, q := range ps {
		if q.Op() != logic.OpIte {
			continue
		}
		if tried++; tried > maxSplit {
			break
		}
		var with [2]*logic.Term
		decided := false
		for k := range with {
			s := b.f.Add(p, b.f.Mul(b.f.Num(logic.Int, cs[i]), b.f.Sub(q.Arg(k+1), q)))
			if x.IsConst() {
				with[k] = b.f.Le(x, s)
			} else {
				with[k] = b.f.Rebuild(t, []*logic.Term{s, y})
			}
			switch b.compare(with[k], depth) {
			case yes:
				with[k], decided = b.f.True(), true
			case no:
				with[k], decided = b.f.False(), true
			}
		}
		if !decided {
			continue
		}
		cond := q.Arg(0)
		if with[0] == b.f.Not(with[1]) || with[0].IsConst() && with[1].IsConst() {
			return b.f.Ite(cond, with[0], with[1])
		}
		return b.simple(b.f.Ite(cond, with[0], with[1]), depth+1)
	}
	return t
}

type verdict int

const (
	open verdict = iota
	yes
	no
)

// compare decides a comparison by the bounds of its sides.
func (b *Bounds) compare(t *logic.Term, depth int) verdict {
	if t.IsConst() {
		if t.IsTrue() {
			return yes
		}
		return no
	}
	if (t.Op() != logic.OpLe && t.Op() != logic.OpEq) || !t.Arg(0).Sort().IsInt() {
		return open
	}
	if t.Op() == logic.OpEq {
		if holds, known := b.fact(t, depth); known && holds {
			return yes
		} else if known {
			return no
		}
	}
	x, y := b.bounds(t.Arg(0), depth), b.bounds(t.Arg(1), depth)
	if x.IsEmpty() || y.IsEmpty() {
		return open
	}
	switch t.Op() {
	case logic.OpLe:
		switch {
		case x.Hi() != nil && y.Lo() != nil && x.Hi().Cmp(y.Lo()) <= 0:
			return yes
		case x.Lo() != nil && y.Hi() != nil && x.Lo().Cmp(y.Hi()) > 0:
			return no
		}
	case logic.OpEq:
		v, single := x.Value()
		w, too := y.Value()
		switch {
		case x.Meet(y).IsEmpty():
			return no
		case single && too && v.Cmp(w) == 0:
			return yes
		}
	}
	return open
}

// wrapped recognises (d < 0 ? d + k : d), with -k <= 2*d < k: the number d modulo k.
func (b *Bounds) wrapped(t *logic.Term) (d *logic.Term, k rational.Q, ok bool) {
	if t.Op() != logic.OpIte || !t.Sort().IsInt() {
		return nil, k, false
	}
	for _, s := range [2]int{1, 2} {
		d := t.Arg(s)
		ps, _, k := logic.Linear(b.f.Sub(t.Arg(3-s), d))
		neg := b.f.Lt(d, b.f.IntConst(0))
		if s == 1 {
			neg = b.f.Not(neg)
		}
		if len(ps) > 0 || k.Sign() <= 0 || t.Arg(0) != neg {
			continue
		}
		n := k.Num()
		half := interval.Of(new(big.Int).Neg(n), new(big.Int).Sub(n, big.NewInt(1)))
		return d, k, b.bounds(d, 0).Scale(big.NewInt(2)).In(half)
	}
	return nil, k, false
}

// sameByte turns the equality of two numbers modulo k into that of the numbers.
func (b *Bounds) sameByte(t *logic.Term) *logic.Term {
	if t.Op() != logic.OpEq {
		return nil
	}
	x, k, ok := b.wrapped(t.Arg(0))
	if !ok {
		return nil
	}
	y, l, ok := b.wrapped(t.Arg(1))
	if !ok || !k.Equal(l) {
		return nil
	}
	return b.f.Eq(x, y)
}

// equalities joins the equalities of digits in a conjunction:
//
//	x mod k = y mod k && x div k = y div k    is  x = y
func (b *Bounds) equalities(t *logic.Term) *logic.Term {
	if t.Op() != logic.OpAnd {
		return t
	}
	args := t.Args()
	at := map[*logic.Term]bool{}
	for _, a := range args {
		if a.Op() == logic.OpEq && a.Arg(0).Sort().IsInt() {
			at[a] = true
		}
	}
	if len(at) < 2 || len(args) > maxEqualities {
		return t
	}
	for _, a := range args {
		if !at[a] || a.Arg(0).Op() != logic.OpMod || a.Arg(1).Op() != logic.OpMod {
			continue
		}
		x, y, k := a.Arg(0).Arg(0), a.Arg(1).Arg(0), a.Arg(0).Arg(1)
		if k != a.Arg(1).Arg(1) || !k.IsConst() || k.Rational().IsZero() {
			continue
		}
		high := b.f.Eq(b.f.Div(x, k), b.f.Div(y, k))
		if !at[high] {
			continue
		}
		rest := []*logic.Term{b.f.Eq(x, y)}
		for _, c := range args {
			if c != a && c != high {
				rest = append(rest, c)
			}
		}
		return b.equalities(b.f.And(rest...))
	}
	return t
}
