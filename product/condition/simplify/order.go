package simplify

import (
	"cmp"
	"slices"
	"strings"

	"cupel/core/logic"
)

// rank is the position of a literal among others.
type rank struct {
	class int    // values of one symbol, remainders, relations, others
	sym   int    // the first input
	kind  int    // from below, from above, others
	key   uint64 // the least value
	text  string
}

// The classes of literals.
const (
	classValues = iota
	classRemainder
	classRelation
	classRest
)

func (z *simplifier) rank(l *logic.Term) rank {
	if r, ok := z.ranks[l]; ok {
		return r
	}
	r := rank{class: classRest, sym: len(z.order) + 1, text: l.StringN(maxText)}
	vs := logic.FreeVars(l)
	for _, v := range vs {
		r.sym = min(r.sym, z.order[v])
	}
	if i, s, ok := z.setOf(l); ok && len(s) > 0 {
		r.class, r.key, r.kind = classValues, s[0].lo, 2
		switch all := z.syms[i].all; {
		case len(s) > 1:
		case s[0].hi == all[len(all)-1].hi:
			r.kind = 0
		case s[0].lo == all[0].lo:
			r.kind = 1
		}
	} else if simple(l) {
		if r.class = classRelation; len(vs) == 1 {
			r.class = classRemainder
		}
	}
	z.ranks[l] = r
	return r
}

// simple reports whether a literal is what people can read at a glance: it compares sums,
// products by constants, and remainders of symbols.
func simple(l *logic.Term) bool {
	if l.Op() == logic.OpNot {
		l = l.Arg(0)
	}
	ok := l.Op() == logic.OpEq || logic.OpULe <= l.Op() && l.Op() <= logic.OpSLt
	for _, a := range l.Args() {
		ok = ok && logic.Size(a) <= maxSimple
	}
	return ok
}

// compare orders literals: those of inputs in the order of the inputs, a bound from below
// first, then remainders, relations, and others.
func (z *simplifier) compare(a, b *logic.Term) int {
	if a == b {
		return 0
	}
	r, q := z.rank(a), z.rank(b)
	return cmp.Or(cmp.Compare(r.class, q.class), cmp.Compare(r.sym, q.sym), cmp.Compare(r.kind, q.kind),
		cmp.Compare(r.key, q.key), strings.Compare(r.text, q.text), cmp.Compare(a.ID(), b.ID()))
}

// sort orders disjuncts: those with fewer atoms first, then by their literals.
func (z *simplifier) sort(ds [][]*logic.Term) {
	size := func(ls []*logic.Term) int {
		n := 0
		for _, l := range ls {
			n += Size(l)
		}
		return n
	}
	slices.SortStableFunc(ds, func(a, b []*logic.Term) int {
		if c := cmp.Compare(size(a), size(b)); c != 0 {
			return c
		}
		return slices.CompareFunc(a, b, func(a, b *logic.Term) int {
			r, q := z.rank(a), z.rank(b) // the smallest values first, whatever bounds them
			if r.class == classValues && q.class == classValues && r.sym == q.sym {
				return cmp.Or(cmp.Compare(r.key, q.key), z.compare(a, b))
			}
			return z.compare(a, b)
		})
	})
}

func (z *simplifier) sorted(ls []*logic.Term) []*logic.Term {
	slices.SortStableFunc(ls, z.compare)
	return ls
}
