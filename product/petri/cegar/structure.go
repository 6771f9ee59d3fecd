package cegar

import (
	"slices"

	"cupel/product/petri"
)

// isTrap reports whether the places, ascending, are a trap (every transition that takes
// from them puts tokens into them) with an initial token: then they never become empty.
// Inhibitor arcs only forbid firings and change nothing.
func isTrap(net *petri.Net, initial petri.Marking, places []int) bool {
	in := make([]bool, len(net.Places))
	marked := false
	for i, p := range places {
		if i > 0 && places[i-1] >= p {
			return false
		}
		in[p] = true
		marked = marked || initial[p] > 0
	}
	if !marked {
		return false
	}
	for _, p := range places {
		for _, c := range net.Places[p].Consumers {
			if !feeds(net, c.Index, in) {
				return false
			}
		}
	}
	return true
}

func feeds(net *petri.Net, t int, in []bool) bool {
	return slices.ContainsFunc(net.Transitions[t].Post, func(a petri.Arc) bool { return in[a.Index] })
}

// emptyTrap returns the largest trap among the places without tokens in m, ascending.
func emptyTrap(net *petri.Net, m petri.Marking) []int {
	in := make([]bool, len(m))
	for p, k := range m {
		in[p] = k == 0
	}
	for changed := true; changed; {
		changed = false
		for p := range in {
			if !in[p] {
				continue
			}
			for _, c := range net.Places[p].Consumers {
				if !feeds(net, c.Index, in) {
					in[p] = false
					changed = true
					break
				}
			}
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

// capacity bounds the tokens of a place that never exceeds its initial tokens and what one
// firing leaves there: every transition that increases it has an inhibitor arc from it. ok
// is false when some has none.
func capacity(net *petri.Net, initial petri.Marking, p int) (most int64, ok bool) {
	most = initial[p]
	for _, a := range net.Places[p].Effect {
		if a.Weight < 0 {
			continue
		}
		w := petri.Weight(net.Transitions[a.Index].Inhibitors, p)
		if w == 0 {
			return 0, false
		}
		most = max(most, w-1+a.Weight)
	}
	return most, true
}

// siphonFeeders checks that each of the transitions lacks tokens in one of the places
// initially, and returns the other transitions that can increase such a place: before the
// first of the transitions fires, one of them must.
func siphonFeeders(net *petri.Net, initial petri.Marking, transitions, places []int) (feeders []int, ok bool) {
	dead := make([]bool, len(net.Transitions))
	for _, t := range transitions {
		dead[t] = true
		lacks := slices.ContainsFunc(net.Transitions[t].Pre, func(a petri.Arc) bool {
			return initial[a.Index] < a.Weight && slices.Contains(places, a.Index)
		})
		if !lacks {
			return nil, false
		}
	}
	return changers(net, dead, places, 1), true
}

// changers lists the transitions outside dead whose effect on some place has the sign.
func changers(net *petri.Net, dead []bool, places []int, sign int64) (out []int) {
	in := make([]bool, len(net.Transitions))
	for _, p := range places {
		for _, a := range net.Places[p].Effect {
			if a.Weight*sign > 0 && !dead[a.Index] {
				in[a.Index] = true
			}
		}
	}
	for t, ok := range in {
		if ok {
			out = append(out, t)
		}
	}
	return out
}

// lastTakers checks that each of the transitions puts at least the threshold into one of
// the places, and returns the other transitions that can decrease such a place: after the
// last of the transitions has fired, one of them fires, or a place keeps that many tokens.
func lastTakers(net *petri.Net, transitions, places []int, least []int64) (takers []int, ok bool) {
	if len(least) != len(places) {
		return nil, false
	}
	dead := make([]bool, len(net.Transitions))
	for _, t := range transitions {
		dead[t] = true
		puts := slices.ContainsFunc(net.Transitions[t].Post, func(a petri.Arc) bool {
			i := slices.Index(places, a.Index)
			return i >= 0 && a.Weight >= least[i]
		})
		if !puts {
			return nil, false
		}
	}
	return changers(net, dead, places, -1), true
}

// fixpoint returns the transitions of x that can fire first, or last, and the places
// that they change in the direction of sign: a transition can when each of the arcs has
// enough tokens in m or leads to such a place.
func fixpoint(net *petri.Net, m petri.Marking, x []int64, arcs func(*petri.Transition) []petri.Arc, sign int64) (alive, changed []bool) {
	alive, changed = make([]bool, len(x)), make([]bool, len(net.Places))
	for more := true; more; {
		more = false
		for t, k := range x {
			if k == 0 || alive[t] {
				continue
			}
			blocked := slices.ContainsFunc(arcs(&net.Transitions[t]), func(a petri.Arc) bool {
				return m[a.Index] < a.Weight && !changed[a.Index]
			})
			if blocked {
				continue
			}
			alive[t], more = true, true
			for _, a := range net.Transitions[t].Effect {
				if a.Weight*sign > 0 {
					changed[a.Index] = true
				}
			}
		}
	}
	return alive, changed
}

// firstFiring finds the transitions of x that cannot get a first firing: when any number
// of tokens may come from transitions that can, some input place still has too few. It
// returns a split that excludes x, nil when there are none.
func firstFiring(net *petri.Net, initial petri.Marking, x []int64) *Certificate {
	alive, fed := fixpoint(net, initial, x, func(t *petri.Transition) []petri.Arc { return t.Pre }, 1)
	c := &Certificate{Rule: BySiphon}
	for t, k := range x {
		if k == 0 || alive[t] {
			continue
		}
		c.Transitions = append(c.Transitions, t)
		for _, a := range net.Transitions[t].Pre {
			if initial[a.Index] < a.Weight && !fed[a.Index] && !slices.Contains(c.Places, a.Index) {
				c.Places = append(c.Places, a.Index)
			}
		}
	}
	if c.Transitions == nil {
		return nil
	}
	return c
}

// lastFiring is firstFiring backwards from the final marking m of x.
func lastFiring(net *petri.Net, m petri.Marking, x []int64) *Certificate {
	alive, drained := fixpoint(net, m, x, func(t *petri.Transition) []petri.Arc { return t.Post }, -1)
	c := &Certificate{Rule: ByLast}
	for t, k := range x {
		if k == 0 || alive[t] {
			continue
		}
		c.Transitions = append(c.Transitions, t)
		for _, a := range net.Transitions[t].Post {
			if m[a.Index] >= a.Weight || drained[a.Index] {
				continue
			}
			if i := slices.Index(c.Places, a.Index); i >= 0 {
				c.Least[i] = min(c.Least[i], a.Weight)
				continue
			}
			c.Places, c.Least = append(c.Places, a.Index), append(c.Least, a.Weight)
		}
	}
	if c.Transitions == nil {
		return nil
	}
	return c
}
