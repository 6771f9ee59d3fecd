package explicit

import (
	"slices"

	"cupel/product/petri"
)

// stubborn computes the enabled transitions of markings and their stubborn subsets.
type stubborn struct {
	net  *petri.Net
	goal *goal

	watched  [][]int // per place: transitions whose first input place it is
	sources  []int   // transitions without input places
	disables [][]int // per t: transitions that firing t may disable
	// disablers holds, per t, the transitions that may disable t; raisers and lowerers,
	// per place, those that change its token count.
	disablers         [][]int
	raisers, lowerers [][]int

	// budgets is the number of the first budget place, see Bounded; blocked collects the
	// transitions that only their budget disabled when the reason mattered.
	budgets int
	blocked []bool

	enabled []int // of the current marking, ascending
	member  []bool
	work    []int
	stamp   []bool
}

func newStubborn(n *petri.Net, g *goal) *stubborn {
	s := &stubborn{
		net: n, goal: g,
		watched:   make([][]int, len(n.Places)),
		disables:  make([][]int, len(n.Transitions)),
		disablers: make([][]int, len(n.Transitions)),
		raisers:   make([][]int, len(n.Places)),
		lowerers:  make([][]int, len(n.Places)),
		budgets:   len(n.Places),
		blocked:   make([]bool, len(n.Transitions)),
		member:    make([]bool, len(n.Transitions)),
		stamp:     make([]bool, len(n.Transitions)),
	}
	for p := range n.Places {
		for _, e := range n.Places[p].Effect {
			if e.Weight > 0 {
				s.raisers[p] = append(s.raisers[p], e.Index)
			} else {
				s.lowerers[p] = append(s.lowerers[p], e.Index)
			}
		}
	}
	for t := range n.Transitions {
		s.link(t)
	}
	return s
}

// link fills the tables of one transition.
func (s *stubborn) link(t int) {
	tr := &s.net.Transitions[t]
	if len(tr.Pre) == 0 {
		s.sources = append(s.sources, t)
	} else {
		// The place with the fewest consumers is marked least often, as a rule; a budget,
		// which comes last, nearly always.
		w := tr.Pre[0].Index
		for _, a := range tr.Pre[:max(1, len(tr.Pre)-1)] {
			if len(s.net.Places[a.Index].Consumers) < len(s.net.Places[w].Consumers) {
				w = a.Index
			}
		}
		s.watched[w] = append(s.watched[w], t)
	}
	var victims, enemies []int
	for _, e := range tr.Effect {
		arcs := s.net.Places[e.Index].Inhibits
		if e.Weight < 0 {
			arcs = s.net.Places[e.Index].Consumers
		}
		for _, a := range arcs {
			victims = append(victims, a.Index)
		}
	}
	for _, a := range tr.Pre {
		enemies = append(enemies, s.lowerers[a.Index]...)
	}
	for _, a := range tr.Inhibitors {
		enemies = append(enemies, s.raisers[a.Index]...)
	}
	slices.Sort(victims)
	slices.Sort(enemies)
	s.disables[t] = slices.Compact(victims)
	s.disablers[t] = slices.Compact(enemies)
}

// enable computes the enabled transitions of m.
func (s *stubborn) enable(m petri.Marking) {
	s.enabled = append(s.enabled[:0], s.sources...)
	k := 0
	for _, t := range s.sources {
		if s.net.Enabled(m, t) {
			s.enabled[k] = t
			k++
		}
	}
	s.enabled = s.enabled[:k]
	for p, tokens := range m {
		if tokens == 0 {
			continue
		}
		for _, t := range s.watched[p] {
			if s.net.Enabled(m, t) {
				s.enabled = append(s.enabled, t)
			}
		}
	}
	slices.Sort(s.enabled)
}

// reduce appends the enabled transitions of a stubborn set of m to buf; s.enabled is that
// of m, which does not satisfy the goal. An empty result means that no path from m leads
// to the goal.
func (s *stubborn) reduce(m petri.Marking, buf []int) []int {
	s.work = s.work[:0]
	count := 0
	for _, t := range s.enabled {
		s.stamp[t] = true
	}
	add := func(ts []int) {
		for _, t := range ts {
			if !s.member[t] {
				s.member[t] = true
				s.work = append(s.work, t)
				if s.stamp[t] {
					count++
				}
			}
		}
	}
	add(s.goal.interesting(m, s))
	// With budgets the closure is completed, so that blocked tells all it depends on.
	budgeted := s.budgets < len(s.net.Places)
	for i := 0; i < len(s.work) && (budgeted || count < len(s.enabled)); i++ {
		if t := s.work[i]; s.stamp[t] {
			add(s.disables[t])
		} else {
			add(s.reason(m, t))
		}
	}
	for _, t := range s.enabled {
		if s.member[t] {
			buf = append(buf, t)
		}
		s.stamp[t] = false
	}
	for _, t := range s.work {
		s.member[t] = false
	}
	return buf
}

// reason returns the transitions that can remove one reason why t is disabled: the reason
// with the fewest transitions that are not members yet.
func (s *stubborn) reason(m petri.Marking, t int) []int {
	var best []int
	bestCost := -1
	consider := func(ts []int) {
		cost := 0
		for _, u := range ts {
			if !s.member[u] {
				cost++
				if s.stamp[u] {
					cost += 4 // an enabled transition enlarges the set to fire
				}
			}
		}
		if bestCost < 0 || cost < bestCost {
			best, bestCost = ts, cost
		}
	}
	tr := &s.net.Transitions[t]
	for _, a := range tr.Pre {
		if m[a.Index] < a.Weight && a.Index < s.budgets {
			consider(s.raisers[a.Index])
		}
	}
	for _, a := range tr.Inhibitors {
		if m[a.Index] >= a.Weight {
			consider(s.lowerers[a.Index])
		}
	}
	if bestCost < 0 {
		s.blocked[t] = true
	}
	return best
}
