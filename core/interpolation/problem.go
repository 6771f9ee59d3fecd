package interpolation

import (
	"sort"

	"cupel/core/logic"
)

// item is one conjunct of the path formula: a definition or one conjunct of an
// assumption.
type item struct {
	step int         // 1..n
	sym  *logic.Term // the defined symbol, or nil
	fml  *logic.Term // sym = value, or the assumption
}

// problem is a path as a list of items in the order of their steps.
type problem struct {
	f     *logic.Factory
	n     int
	items []item
	first map[*logic.Term]int // symbol -> first step it occurs in
	last  map[*logic.Term]int
}

// newProblem splits the steps into items.
func newProblem(f *logic.Factory, steps []Step) *problem {
	p := &problem{f: f, n: len(steps)}
	for k, s := range steps {
		for _, d := range s.Defs {
			p.items = append(p.items, item{k + 1, d.Sym, f.Eq(d.Sym, d.Value)})
		}
		seen := map[*logic.Term]bool{}
		for _, a := range s.Assumes {
			for _, c := range conjuncts(f, a) {
				if !seen[c] {
					seen[c] = true
					p.items = append(p.items, item{k + 1, nil, c})
				}
			}
		}
	}
	p.scopes()
	return p
}

// with returns the problem that keeps only the given items.
func (p *problem) with(items []item) *problem {
	q := &problem{f: p.f, n: p.n, items: items}
	q.scopes()
	return q
}

func (p *problem) scopes() {
	p.first, p.last = map[*logic.Term]int{}, map[*logic.Term]int{}
	for _, it := range p.items {
		for _, v := range logic.FreeVars(it.fml) {
			if k, ok := p.first[v]; !ok || it.step < k {
				p.first[v] = it.step
			}
			p.last[v] = max(p.last[v], it.step)
		}
	}
}

// shared reports whether symbol v may occur in I_k.
func (p *problem) shared(v *logic.Term, k int) bool {
	b, ok := p.first[v]
	return ok && b <= k && p.last[v] > k
}

// step returns the formulas of step k.
func (p *problem) step(k int) []*logic.Term {
	var ts []*logic.Term
	lo := sort.Search(len(p.items), func(i int) bool { return p.items[i].step >= k })
	for _, it := range p.items[lo:] {
		if it.step != k {
			break
		}
		ts = append(ts, it.fml)
	}
	return ts
}

// trivial solves a path with an item that is false: true before its step,
// false from there on.
func (p *problem) trivial() []*logic.Term {
	for _, it := range p.items {
		if it.fml.IsFalse() {
			itps := make([]*logic.Term, p.n+1)
			for k := range itps {
				itps[k] = p.f.BoolConst(k < it.step)
			}
			return itps
		}
	}
	return nil
}

// conjuncts returns the conjuncts of t, negations of disjunctions included.
func conjuncts(f *logic.Factory, t *logic.Term) []*logic.Term {
	switch {
	case t.IsTrue():
		return nil
	case t.Op() == logic.OpAnd:
		var out []*logic.Term
		for _, a := range t.Args() {
			out = append(out, conjuncts(f, a)...)
		}
		return out
	case t.Op() == logic.OpNot && t.Arg(0).Op() == logic.OpOr:
		var out []*logic.Term
		for _, a := range t.Arg(0).Args() {
			out = append(out, conjuncts(f, f.Not(a))...)
		}
		return out
	}
	return []*logic.Term{t}
}

// disjuncts returns the disjuncts of t, negations of conjunctions and Boolean
// conditionals included.
func disjuncts(f *logic.Factory, t *logic.Term) []*logic.Term {
	return mapNot(f, conjuncts(f, f.Not(lift(f, t))))
}

// lift turns a Boolean conditional or equivalence at the top into a disjunction.
func lift(f *logic.Factory, t *logic.Term) *logic.Term {
	neg := t.Op() == logic.OpNot
	b := t
	if neg {
		b = t.Arg(0)
	}
	switch {
	case b.Op() == logic.OpIte && b.Sort() == logic.Bool:
		c, x, y := b.Arg(0), b.Arg(1), b.Arg(2)
		if neg {
			x, y = f.Not(x), f.Not(y)
		}
		return f.Or(f.And(c, x), f.And(f.Not(c), y))
	case b.Op() == logic.OpEq && b.Arg(0).Sort() == logic.Bool:
		x, y := b.Arg(0), b.Arg(1)
		if neg {
			y = f.Not(y)
		}
		return f.Or(f.And(x, y), f.And(f.Not(x), f.Not(y)))
	}
	return t
}

func mapNot(f *logic.Factory, ts []*logic.Term) []*logic.Term {
	out := make([]*logic.Term, len(ts))
	for i, t := range ts {
		out[i] = f.Not(t)
	}
	return out
}
