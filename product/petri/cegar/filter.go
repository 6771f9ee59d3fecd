package cegar

import (
	"slices"

	"cupel/product/petri"
)

// filterInvariant is algorithm 1.5: the ancestors' partial solution because of which p can
// be skipped: the same transitions remain, and what p fired besides did not help. In the
// thesis that is a T-invariant. With predicates, increments may add other vectors
// (thesis 1.2.1); then p is skipped when none of the places that its remaining transitions
// wait for is closer to what they need, if vectors is set.
func filterInvariant(net *petri.Net, p *partial, vectors bool) *partial {
	for s := p.sol.ancestor(); s != nil; s = s.ancestor() {
		for _, q := range s.partials {
			if q == p || !slices.Equal(q.left, p.left) {
				continue
			}
			y := minus(p.fired, q.fired)
			if isInvariant(net, y) || vectors && useless(net, p, q, y) {
				return q
			}
		}
	}
	return nil
}

// useless reports that p fired y >= 0 more than q, and the same places disable the
// remaining transitions at least as much.
func useless(net *petri.Net, p, q *partial, y []int64) bool {
	if slices.ContainsFunc(y, func(k int64) bool { return k < 0 }) || !slices.ContainsFunc(y, func(k int64) bool { return k > 0 }) {
		return false
	}
	for t, k := range p.left {
		if k == 0 {
			continue
		}
		for _, a := range net.Transitions[t].Pre {
			if q.last[a.Index] < a.Weight && p.last[a.Index] > q.last[a.Index] {
				return false
			}
		}
		for _, a := range net.Transitions[t].Inhibitors {
			if q.last[a.Index] >= a.Weight && p.last[a.Index] < q.last[a.Index] {
				return false
			}
		}
	}
	return true
}

// filterRemainder is algorithm 1.10: the invariant between p and an ancestors' partial
// solution is in the remainder, and that one was skipped by algorithm 1.5 itself.
func filterRemainder(net *petri.Net, p *partial) *partial {
	for s := p.sol.ancestor(); s != nil; s = s.ancestor() {
		for _, q := range s.partials {
			if q != p && q.skipped && slices.Equal(q.fired, p.fired) && isInvariant(net, minus(p.left, q.left)) {
				return q
			}
		}
	}
	return nil
}

// A lack is a reason why a remaining transition is disabled: a place with too few tokens,
// or one with too many for an inhibitor arc.
type lack struct {
	place     int
	inhibitor bool
}

// lacks lists the reasons that keep the remaining transitions from firing in m.
func lacks(net *petri.Net, left []int64, m petri.Marking) []lack {
	var out []lack
	add := func(l lack) {
		if !slices.Contains(out, l) {
			out = append(out, l)
		}
	}
	for t, k := range left {
		if k == 0 {
			continue
		}
		for _, a := range net.Transitions[t].Pre {
			if m[a.Index] < a.Weight {
				add(lack{a.Index, false})
			}
		}
		for _, a := range net.Transitions[t].Inhibitors {
			if m[a.Index] >= a.Weight {
				add(lack{a.Index, true})
			}
		}
	}
	return out
}

// gain is how much better m is than base for the lack.
func (l lack) gain(m, base petri.Marking) int64 {
	if l.inhibitor {
		return base[l.place] - m[l.place]
	}
	return m[l.place] - base[l.place]
}
