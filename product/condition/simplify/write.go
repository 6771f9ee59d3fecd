package simplify

import (
	"slices"

	"cupel/core/logic"
)

// described is a set as a disjunction of conjunctions of literals.
type described [][]*logic.Term

func (d described) size() int {
	n := 0
	for _, c := range d {
		n += len(c)
	}
	return n
}

// term is the disjunction.
func (d described) term(f *logic.Factory) *logic.Term {
	ds := make([]*logic.Term, len(d))
	for i, c := range d {
		ds[i] = f.And(c...)
	}
	return f.Or(ds...)
}

// stretch is a run of values of a symbol without a gap among those that the domain allows.
type stretch struct {
	span
	lower, upper bool // there are allowed values beyond
}

func (z *simplifier) stretches(s *symbol, v set) []stretch {
	var out []stretch
	for _, p := range v.union(s.all.complement(s.top())) {
		if in := v.intersect(set{p}); len(in) > 0 {
			out = append(out, stretch{span{in[0].lo, in[len(in)-1].hi}, p.lo > 0, p.hi < s.top()})
		}
	}
	return out
}

// bounds are the literals of a stretch.
func (z *simplifier) bounds(s *symbol, p stretch) []*logic.Term {
	if p.lower && p.upper && p.lo == p.hi {
		if s.bool {
			return []*logic.Term{z.literal(s, p.lo == 1)}
		}
		return []*logic.Term{z.f.Eq(s.term, z.value(s, p.lo))}
	}
	var out []*logic.Term
	if p.lower {
		out = append(out, z.lower(s, p.lo))
	}
	if p.upper {
		out = append(out, z.upper(s, p.hi))
	}
	return out
}

func (z *simplifier) literal(s *symbol, positive bool) *logic.Term {
	if positive {
		return s.term
	}
	return z.f.Not(s.term)
}

// lower returns the literal that the symbol's key is at least k > 0, in the condition's own form if it has one;
// x > 0 rather than x >= 1.
func (z *simplifier) lower(s *symbol, k uint64) *logic.Term {
	if s.bool {
		return s.term
	}
	if z.said[limit{s.term, false, k}] || k == s.zero()+1 {
		return z.less(s, z.value(s, k-1), s.term, true)
	}
	return z.less(s, z.value(s, k), s.term, false)
}

// upper is the literal that the symbol's key is at most k, below the greatest.
func (z *simplifier) upper(s *symbol, k uint64) *logic.Term {
	if s.bool {
		return z.f.Not(s.term)
	}
	if z.said[limit{s.term, true, k}] || s.signed && k == s.zero()-1 {
		return z.less(s, s.term, z.value(s, k+1), true)
	}
	return z.less(s, s.term, z.value(s, k), false)
}

// less compares in the order of a symbol's type.
func (z *simplifier) less(s *symbol, a, b *logic.Term, strict bool) *logic.Term {
	switch {
	case s.signed && strict:
		return z.f.SLt(a, b)
	case s.signed:
		return z.f.SLe(a, b)
	case strict:
		return z.f.ULt(a, b)
	}
	return z.f.ULe(a, b)
}

// limit is a bound in a condition.
type limit struct {
	sym   *logic.Term
	upper bool
	key   uint64 // the last one inside
}

// words notes how a condition writes its bounds.
func (z *simplifier) words(t *logic.Term) {
	for _, a := range logic.Atoms(t) {
		strict := a.Op() == logic.OpSLt || a.Op() == logic.OpULt
		if !strict && a.Op() != logic.OpSLe && a.Op() != logic.OpULe {
			continue
		}
		for at, x := range a.Args() {
			i, ok := z.index[x]
			c, constant := a.Arg(1 - at).BVUint64()
			if !ok || !constant || z.syms[i].signed != (a.Op() == logic.OpSLt || a.Op() == logic.OpSLe) {
				continue
			}
			key := c ^ z.syms[i].bias()
			switch {
			case strict && at == 0:
				key--
			case strict:
				key++
			}
			l := limit{x, at == 0, key}
			z.said[l] = z.said[l] || strict
		}
	}
}

// natural reports whether a bound is one that people expect: that the condition has, or the
// sign.
func (z *simplifier) natural(s *symbol, upper bool, key uint64) bool {
	_, said := z.said[limit{s.term, upper, key}]
	return said || s.signed && key == s.zero()-1 && upper || s.signed && key == s.zero() && !upper
}

// describe writes a set of values, not empty, as shortly as it can. Progressions are
// recognised if that is wanted.
func (z *simplifier) describe(i int, v set, progressions bool) described {
	s := &z.syms[i]
	at := written{i, progressions, string(v.key(nil))}
	if d, ok := z.written[at]; ok {
		return d
	}
	ps := z.stretches(s, v)
	var best described
	for _, p := range ps {
		best = append(best, z.bounds(s, p))
	}
	better := func(d described) {
		if d != nil && d.size() < best.size() {
			best = d
		}
	}
	if len(ps) > 1 {
		hull := stretch{span{ps[0].lo, ps[len(ps)-1].hi}, ps[0].lower, ps[len(ps)-1].upper}
		better(z.holes(s, v, hull))
		if progressions {
			better(z.misses(s, v, hull))
			better(z.runs(s, ps))
		}
	}
	z.written[at] = best
	return best
}

// written names a set of a symbol.
type written struct {
	sym          int
	progressions bool
	set          string
}

// missing are the allowed values of a hull that are not in v.
func missing(s *symbol, v set, hull stretch) set {
	return s.all.intersect(set{hull.span}).minus(v, s.top())
}

// holes writes a set as its hull without single values.
func (z *simplifier) holes(s *symbol, v set, hull stretch) described {
	out := missing(s, v, hull)
	if out.count(maxHoles) == maxHoles {
		return nil
	}
	ls := z.bounds(s, hull)
	out.each(func(k uint64) { ls = append(ls, z.f.Ne(s.term, z.value(s, k))) })
	return described{ls}
}

// misses writes a set as its hull without the members of a progression.
func (z *simplifier) misses(s *symbol, v set, hull stretch) described {
	out := missing(s, v, hull)
	if len(out) < 2 || len(out) > maxSpans {
		return nil
	}
	first, m := out[0].lo, out[1].lo-out[0].lo
	for k, p := range out {
		if p.lo != p.hi || p.lo != first+uint64(k)*m {
			return nil
		}
	}
	last := out[len(out)-1].hi
	if first >= m && first-m >= hull.lo || hull.hi-last >= m {
		return nil
	}
	l := z.progression(s, hull.span, first, m)
	if l == nil {
		return nil
	}
	return described{append(z.bounds(s, hull), z.f.Not(l))}
}

// runs writes a set by stretches, of which single values that follow one another at equal
// distances are one progression.
func (z *simplifier) runs(s *symbol, ps []stretch) described {
	ps = slices.Clone(ps)
	var out described
	for i := 0; i < len(ps); {
		j := i + 1
		if ps[i].lo == ps[i].hi && j < len(ps) {
			for m := ps[j].lo - ps[i].lo; j < len(ps) && ps[j].lo == ps[j].hi && ps[j].lo-ps[j-1].lo == m; {
				j++
			}
		}
		if j-i > 2 {
			m := ps[i+1].lo - ps[i].lo
			hull := stretch{span{ps[i].lo, ps[j-1].hi}, ps[i].lower, ps[j-1].upper}
			// The end of a neighbour may belong to the progression, if that gives natural bounds.
			before := i > 0 && ps[i-1].hi == hull.lo-m && ps[i-1].hi > ps[i-1].lo && z.natural(s, true, ps[i-1].hi-1)
			after := j < len(ps) && ps[j].lo == hull.hi+m && ps[j].hi > ps[j].lo && z.natural(s, false, ps[j].lo+1)
			if before {
				hull.lo -= m
			}
			if after {
				hull.hi += m
			}
			l := z.progression(s, hull.span, hull.lo, m)
			if ls := append(z.bounds(s, hull), l); l != nil && len(ls) < j-i {
				if before {
					out[len(out)-1] = z.bounds(s, stretch{span{ps[i-1].lo, ps[i-1].hi - 1}, ps[i-1].lower, true})
				}
				if after {
					ps[j].lo, ps[j].lower = ps[j].lo+1, true
				}
				out = append(out, ls)
				i = j
				continue
			}
		}
		out = append(out, z.bounds(s, ps[i]))
		i++
	}
	return out
}
