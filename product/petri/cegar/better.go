package cegar

import (
	"context"
	"slices"
	"time"

	"cupel/product/petri"
)

// better is algorithm 1.6: partial solutions that end in a better intermediate marking
// (definitions 1.6 and 1.7) of a skipped one: some place that a remaining transition lacks
// has more tokens there than at the end (for inhibitor arcs: fewer). The thesis replays
// p's sequence; since 1.1 keeps only one sequence for all orders of the same firings, the
// best marking for every lack is looked for among all orders, too.
func (s *search) better(ctx context.Context, p, cause *partial) []*partial {
	var out []*partial
	known := map[string]bool{}
	add := func(seq []int, m petri.Marking) {
		left := minus(p.sol.x, s.net.Parikh(seq))
		k := vectorKey(left)
		if known[k] || len(out) >= maxBetter {
			return
		}
		known[k] = true
		b := &partial{sol: p.sol, seq: slices.Clone(seq), left: left, fired: minus(p.sol.x, left), last: slices.Clone(m), better: true, chain: p.chain}
		key := b.refinementKey()
		if s.refined[key] || s.improved[key] {
			return
		}
		s.improved[key] = true
		s.number(b)
		s.stats.Better++
		s.memory += int64(len(seq)+3*len(left)) * 8
		p.sol.partials = append(p.sol.partials, b)
		s.event(Event{Step: StepBetter, Solution: p.sol.id, Partial: b.id, Parent: p.id, Sequence: b.seq, Remainder: b.left})
		out = append(out, b)
	}
	wanted := lacks(s.net, p.left, p.last)
	// Of the prefixes only those that are better for some lack than all shorter ones.
	record := make([]int64, len(wanted))
	improves := func(m petri.Marking) (yes bool) {
		for i, l := range wanted {
			if g := l.gain(m, p.last); g > record[i] {
				record[i], yes = g, true
			}
		}
		return yes
	}
	if len(wanted) == 0 {
		return nil
	}
	m := slices.Clone(s.eq.initial)
	if len(p.seq) <= maxReplay {
		for i := range p.seq {
			if improves(m) {
				add(p.seq[:i], m)
			}
			if s.net.Apply(m, p.seq[i]) != nil {
				break
			}
		}
	}
	if s.opts.has(Orders) {
		for _, b := range s.extremes(ctx, p, wanted) {
			add(b.seq, b.last)
		}
	}
	if s.opts.Generalized > s.widened && len(out) == 0 && p.skipped {
		if seq, m := s.generalized(p, cause); seq != nil {
			s.widened++
			add(seq, m)
		}
	}
	return out
}

// extremes walks through all orders of p's solution and returns, for every lack, the first
// marking with the largest gain.
func (s *search) extremes(ctx context.Context, p *partial, wanted []lack) []leaf {
	begin := time.Now()
	defer func() { s.stats.TreeTime += time.Since(begin) }()
	best := make([]int64, len(wanted))
	ends := make([]leaf, len(wanted))
	t := &tree{net: s.net, initial: s.eq.initial, x: p.sol.x, nodes: s.opts.TreeNodes / 2}
	t.visit = func(m petri.Marking, left []int64, path []frame) {
		for i, l := range wanted {
			if g := l.gain(m, p.last); g > best[i] {
				best[i] = g
				seq := ends[i].seq[:0]
				for _, f := range path {
					if f.fired >= 0 {
						seq = append(seq, f.fired)
					}
				}
				ends[i] = leaf{seq: seq, last: slices.Clone(m)}
			}
		}
	}
	t.run(ctx)
	s.stats.Nodes += t.visited
	s.work += t.visited / nodesPerUnit
	var out []leaf
	for i, e := range ends {
		if best[i] > 0 {
			out = append(out, e)
		}
	}
	return out
}

// generalized is definition 1.10: a marking in which a place connected to the invariant
// that made q the cause of a skip holds more tokens than ever on q's way.
func (s *search) generalized(p, q *partial) ([]int, petri.Marking) {
	if q == nil {
		return nil, nil
	}
	most := slices.Clone(s.eq.initial)
	m := slices.Clone(s.eq.initial)
	for _, t := range q.seq {
		if s.net.Apply(m, t) != nil {
			return nil, nil
		}
		for i := range m {
			most[i] = max(most[i], m[i])
		}
	}
	places := connected(s.net, minus(p.fired, q.fired))
	for _, y := range q.chain {
		for _, i := range connected(s.net, y) {
			if !slices.Contains(places, i) {
				places = append(places, i)
			}
		}
	}
	copy(m, s.eq.initial)
	for i, t := range p.seq {
		if s.net.Apply(m, t) != nil {
			return nil, nil
		}
		if slices.ContainsFunc(places, func(k int) bool { return m[k] > most[k] }) {
			return p.seq[:i+1], m
		}
	}
	return nil, nil
}

// connected lists the places with an arc from or to a transition of y, ascending.
func connected(net *petri.Net, y []int64) []int {
	in := make([]bool, len(net.Places))
	for t, k := range y {
		if k == 0 {
			continue
		}
		for _, a := range net.Transitions[t].Pre {
			in[a.Index] = true
		}
		for _, a := range net.Transitions[t].Post {
			in[a.Index] = true
		}
	}
	var out []int
	for p, ok := range in {
		if ok {
			out = append(out, p)
		}
	}
	return out
}
