package simplify

import (
	"slices"

	"cupel/core/logic"
)

// local simplifies a formula part by part, keeping its shape: the literals of a conjunction or a disjunction about one symbol become one set.
func (z *simplifier) local(t *logic.Term) *logic.Term {
	memo := map[*logic.Term]*logic.Term{}
	logic.WalkUp(func(s *logic.Term) {
		if !s.Sort().IsBool() {
			return
		}
		switch s.Op() {
		case logic.OpNot:
			memo[s] = z.negate(memo[s.Arg(0)], map[*logic.Term]*logic.Term{})
		case logic.OpAnd, logic.OpOr:
			parts := make([]*logic.Term, 0, s.NumArgs())
			for _, a := range s.Args() {
				parts = append(parts, memo[a])
			}
			memo[s] = z.junction(s.Op(), parts)
		case logic.OpIte:
			memo[s] = z.leaf(z.f.Ite(memo[s.Arg(0)], memo[s.Arg(1)], memo[s.Arg(2)]))
		case logic.OpEq:
			if s.Arg(0).Sort().IsBool() {
				memo[s] = z.leaf(z.f.Eq(memo[s.Arg(0)], memo[s.Arg(1)]))
				return
			}
			memo[s] = z.leaf(s)
		default:
			memo[s] = z.leaf(s)
		}
	}, t)
	return memo[t]
}

// negate is the negation, moved inwards to atoms.
func (z *simplifier) negate(t *logic.Term, memo map[*logic.Term]*logic.Term) *logic.Term {
	if r := memo[t]; r != nil {
		return r
	}
	var r *logic.Term
	if _, _, ok := z.setOf(t); ok || t.Op() != logic.OpAnd && t.Op() != logic.OpOr {
		r = z.leaf(z.f.Not(t))
	} else {
		parts := make([]*logic.Term, t.NumArgs())
		for i, a := range t.Args() {
			parts[i] = z.negate(a, memo)
		}
		dual := logic.OpAnd
		if t.Op() == logic.OpAnd {
			dual = logic.OpOr
		}
		r = z.junction(dual, parts)
	}
	memo[t] = r
	return r
}

// leaf writes an atom, or its negation, in the usual way.
func (z *simplifier) leaf(t *logic.Term) *logic.Term {
	i, s, ok := z.setOf(t)
	switch {
	case !ok:
		return z.canonical(t)
	case len(s) == 0:
		return z.f.False()
	case s.equal(z.syms[i].all):
		return z.f.True()
	}
	if r := z.describe(i, s, false); r.size() <= Size(t) {
		return r.term(z.f)
	}
	return t
}

// junction joins simplified parts. In their order by symbol what they say of it is put
// together.
func (z *simplifier) junction(op logic.Op, parts []*logic.Term) *logic.Term {
	and := op == logic.OpAnd
	join := z.f.Or
	split := logic.Disjuncts
	if and {
		join, split = z.f.And, logic.Conjuncts
	}
	var out []*logic.Term
	sets := make([]set, len(z.syms))
	from := make([][]*logic.Term, len(z.syms))
	for _, p := range split(join(parts...)) {
		i, s, ok := z.setOf(p)
		switch {
		case !ok:
			out = append(out, p)
		case from[i] == nil:
			sets[i], from[i] = s, []*logic.Term{p}
		case and:
			sets[i], from[i] = sets[i].intersect(s), append(from[i], p)
		default:
			sets[i], from[i] = sets[i].union(s), append(from[i], p)
		}
	}
	for i, ps := range from {
		switch {
		case ps == nil:
		case len(sets[i]) == 0:
			ps = []*logic.Term{z.f.False()}
		case sets[i].equal(z.syms[i].all):
			ps = []*logic.Term{z.f.True()}
		default:
			if r := z.describe(i, sets[i], false); r.size() <= Size(join(ps...)) {
				ps = []*logic.Term{r.term(z.f)}
			}
		}
		out = append(out, ps...)
	}
	if !slices.ContainsFunc(out, func(p *logic.Term) bool { return p.Op() == logic.OpAnd || p.Op() == logic.OpOr }) {
		return join(out...)
	}
	return join(z.inside(op, out, sets, from)...)
}

// inside drops from parts of a junction what the sets of its symbols decide: in x > 3 && (x < 2 || b)
// the bound, in x > 3 || (x > 3 && b) the rest.
func (z *simplifier) inside(op logic.Op, parts []*logic.Term, sets []set, from [][]*logic.Term) []*logic.Term {
	and := op == logic.OpAnd
	split, join := logic.Conjuncts, z.f.And
	if and {
		split, join = logic.Disjuncts, z.f.Or
	}
	out := make([]*logic.Term, 0, len(parts))
	for _, p := range parts {
		if _, _, ok := z.setOf(p); ok || p.Op() != logic.OpAnd && p.Op() != logic.OpOr || p.Op() == op {
			out = append(out, p)
			continue
		}
		var kept []*logic.Term
		for _, q := range split(p) {
			i, s, ok := z.setOf(q)
			if !ok || from[i] == nil {
				kept = append(kept, q)
				continue
			}
			// Where the part matters: inside of the conjunction's set, outside of the disjunction's.
			where := sets[i]
			if !and {
				where = z.syms[i].all.minus(where, z.syms[i].top())
			}
			switch s = s.intersect(where); {
			case len(s) == 0:
				kept = append(kept, z.f.False())
			case s.equal(where):
				kept = append(kept, z.f.True())
			default:
				kept = append(kept, q)
			}
		}
		out = append(out, join(kept...))
	}
	return out
}
