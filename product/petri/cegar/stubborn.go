package cegar

import (
	"cupel/product/petri"
)

// A reducer computes deadlock-preserving stubborn sets (Schmidt, "Stubborn sets for
// standard properties", 1999) for a net in which every transition t has a budget place with
// the x(t) firings it has left: transitions without budget never fire again and drop out.
// Every dead marking, that is every maximal firing sequence up to the order of its firings,
// stays reachable.
type reducer struct {
	net  *petri.Net
	in   []int // transition -> generation in which it joined the set
	gen  int
	work []int
	best []int
}

func newReducer(net *petri.Net) *reducer {
	return &reducer{net: net, in: make([]int, len(net.Transitions))}
}

// reducer is nil, all interleavings, without stubborn sets.
func (o Options) reducer(net *petri.Net) *reducer {
	if !o.has(Stubborn) {
		return nil
	}
	return newReducer(net)
}

// reduce returns the part of enabled (transitions with budget that may fire in m) that
// must be explored. The result is valid until the next call.
func (r *reducer) reduce(m petri.Marking, left []int64, enabled []int) []int {
	if len(enabled) < 2 {
		return enabled
	}
	r.best = append(r.best[:0], enabled...)
	for i, seed := range enabled {
		if i == seeds {
			break
		}
		n := r.close(m, left, seed, len(r.best))
		if n < 0 || n >= len(r.best) {
			continue
		}
		r.best = r.best[:0]
		for _, t := range enabled {
			if r.in[t] == r.gen {
				r.best = append(r.best, t)
			}
		}
		if n == 1 {
			break
		}
	}
	return r.best
}

// close computes the stubborn set around an enabled seed and returns how many of its
// transitions are enabled, -1 when they become as many as bound.
func (r *reducer) close(m petri.Marking, left []int64, seed, bound int) int {
	r.gen++
	r.work = append(r.work[:0], seed)
	r.in[seed] = r.gen
	count := 0
	add := func(t int) {
		if left[t] > 0 && r.in[t] != r.gen {
			r.in[t] = r.gen
			r.work = append(r.work, t)
		}
	}
	for len(r.work) > 0 {
		t := r.work[len(r.work)-1]
		r.work = r.work[:len(r.work)-1]
		if r.net.Enabled(m, t) {
			if count++; count >= bound {
				return -1
			}
			r.conflicts(t, add)
			continue
		}
		r.enablers(m, left, t, add)
	}
	return count
}

// conflicts adds the transitions that t may disable and those that may disable t.
func (r *reducer) conflicts(t int, add func(int)) {
	tr := &r.net.Transitions[t]
	for _, a := range tr.Pre {
		p := &r.net.Places[a.Index]
		// Consumers that only read are harmless where t only reads, too.
		takes := petri.Weight(tr.Effect, a.Index) < 0
		for _, c := range p.Consumers {
			if takes || petri.Weight(p.Effect, c.Index) < 0 {
				add(c.Index)
			}
		}
	}
	for _, a := range tr.Inhibitors {
		for _, c := range r.net.Places[a.Index].Effect {
			if c.Weight > 0 {
				add(c.Index)
			}
		}
	}
	for _, a := range tr.Effect {
		if a.Weight > 0 {
			for _, c := range r.net.Places[a.Index].Inhibits {
				add(c.Index)
			}
		}
	}
}

// enablers adds, for one reason why t is disabled, all transitions that could remove it:
// the reason with the fewest of them.
func (r *reducer) enablers(m petri.Marking, left []int64, t int, add func(int)) {
	best, sign, least := -1, int64(1), len(r.in)+1
	consider := func(p int, s int64) {
		n := 0
		for _, c := range r.net.Places[p].Effect {
			if c.Weight*s > 0 && left[c.Index] > 0 && r.in[c.Index] != r.gen {
				n++
			}
		}
		if n < least {
			best, sign, least = p, s, n
		}
	}
	for _, a := range r.net.Transitions[t].Pre {
		if m[a.Index] < a.Weight {
			consider(a.Index, 1)
		}
	}
	for _, a := range r.net.Transitions[t].Inhibitors {
		if m[a.Index] >= a.Weight {
			consider(a.Index, -1)
		}
	}
	if best < 0 {
		return
	}
	for _, c := range r.net.Places[best].Effect {
		if c.Weight*sign > 0 {
			add(c.Index)
		}
	}
}
