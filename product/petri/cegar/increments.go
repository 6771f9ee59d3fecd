package cegar

import (
	"slices"

	"cupel/product/petri"
	"cupel/product/petri/ilp"
)

// An increment is a constraint sum gain(t) |t| >= amount + given, where given is what the
// partial solution has already produced.
type increment struct {
	terms  []ilp.Term
	given  int64
	amount int64 // the estimate n; smaller ones are tried when it has no solution
}

// row is the constraint with the estimate lowered to at most n.
func (i increment) row(n int64) ilp.Row {
	return ilp.Row{Terms: i.terms, Rel: ilp.GE, Bound: i.given + min(i.amount, n)}
}

// tokenIncrements is algorithm 1.4: constraints that bring tokens to the places that
// disable remaining transitions. stuck reports a source that nothing can feed.
func tokenIncrements(net *petri.Net, p *partial) (incs []increment, stuck bool) {
	m := p.last
	blocks := func(t int) (places []int) {
		for _, a := range net.Transitions[t].Pre {
			if m[a.Index] < a.Weight {
				places = append(places, a.Index)
			}
		}
		return places
	}
	var blocked []int
	for t, k := range p.left {
		if k > 0 && len(blocks(t)) > 0 {
			blocked = append(blocked, t)
		}
	}
	for _, n := range newGraph(net, blocked, blocks, 1).sources() {
		if len(n.members) > 0 {
			n.amount = leastMissing(net, m, n)
		} else {
			n.amount = missing(net, m, p.left, n)
		}
		inc, ok := n.increment(net, p, 1, nil)
		if ok {
			incs = append(incs, inc)
		} else if !n.helped(net, p, blocked, 1) {
			stuck = true
		}
	}
	return incs, stuck
}

// leastMissing is the number of tokens missing for the transition of the component that
// misses fewest: it may produce for the others.
func leastMissing(net *petri.Net, m petri.Marking, n need) int64 {
	least := int64(ilp.MaxCoefficient)
	for _, t := range n.members {
		sum := int64(0)
		for _, a := range net.Transitions[t].Pre {
			if slices.Contains(n.places, a.Index) {
				sum = min(sum+max(0, a.Weight-m[a.Index]), ilp.MaxCoefficient/2)
			}
		}
		least = min(least, sum)
	}
	return max(1, least)
}

// missing is the number of tokens that the transitions waiting for a single place need
// together, when those that give back most fire first. The thesis's algorithm forgets the
// tokens at hand, which its examples subtract.
func missing(net *petri.Net, m petri.Marking, left []int64, n need) int64 {
	place := n.places[0]
	groups := map[int64][]int{} // tokens given back -> transitions
	var back []int64
	for _, t := range n.fed {
		j := petri.Weight(net.Transitions[t].Post, place)
		if groups[j] == nil {
			back = append(back, j)
		}
		groups[j] = append(groups[j], t)
	}
	slices.Sort(back)
	slices.Reverse(back)
	var sum, c int64
	for _, j := range back {
		c += j
		for _, t := range groups[j] {
			k, ok := mulAdd(c, left[t], petri.Weight(net.Transitions[t].Pre, place)-j)
			if !ok {
				return 1 // the estimate is only a start
			}
			c = k
		}
		if c > 0 {
			sum += c
		}
		c = -j
	}
	return min(max(1, sum-m[place]), ilp.MaxCoefficient/2)
}

// increment is step 3 of algorithms 1.4 and 1.8: transitions outside the remainder with a
// total effect of the right sign on the places, and that are not in the vector without if it is
// not nil. ok is false when there is none.
func (n need) increment(net *petri.Net, p *partial, sign int64, without []int64) (inc increment, ok bool) {
	inc.amount = n.amount
	gain := n.gains(net, sign)
	for t, g := range gain {
		if g <= 0 || p.left[t] > 0 || without != nil && without[t] > 0 {
			continue
		}
		inc.terms = append(inc.terms, ilp.Term{Var: t, Coef: g})
		var fits bool
		if inc.given, fits = mulAdd(inc.given, g, p.fired[t]); !fits {
			return increment{}, false
		}
	}
	return inc, len(inc.terms) > 0 && inc.given < ilp.MaxCoefficient/2
}

// gains returns each transition's total effect on the places, times sign.
func (n need) gains(net *petri.Net, sign int64) []int64 {
	gain := make([]int64, len(net.Transitions))
	for _, q := range n.places {
		for _, a := range net.Places[q].Effect {
			gain[a.Index] += sign * a.Weight
		}
	}
	return gain
}

// helped reports that a remaining transition which this graph does not consider blocked
// (it is enabled, or blocked for another kind of reason) would feed the places.
func (n need) helped(net *petri.Net, p *partial, blocked []int, sign int64) bool {
	for t, g := range n.gains(net, sign) {
		if g > 0 && p.left[t] > 0 && !slices.Contains(blocked, t) {
			return true
		}
	}
	return false
}

// inhibitorIncrements is algorithm 1.8, 1.4 mirrored: constraints that remove tokens from
// the places whose inhibitor arcs disable remaining transitions. With weights, a place with
// the arc's weight w must come down to w-1 tokens.
func inhibitorIncrements(net *petri.Net, p *partial) (incs []increment, stuck bool) {
	m := p.last
	blocks := func(t int) (places []int) {
		for _, a := range net.Transitions[t].Inhibitors {
			if m[a.Index] >= a.Weight {
				places = append(places, a.Index)
			}
		}
		return places
	}
	excess := func(t int, places []int) (sum int64) {
		for _, a := range net.Transitions[t].Inhibitors {
			if m[a.Index] >= a.Weight && slices.Contains(places, a.Index) {
				sum = min(sum+m[a.Index]-a.Weight+1, ilp.MaxCoefficient/2)
			}
		}
		return sum
	}
	var blocked []int
	for t, k := range p.left {
		if k > 0 && len(blocks(t)) > 0 {
			blocked = append(blocked, t)
		}
	}
	for _, n := range newGraph(net, blocked, blocks, -1).sources() {
		waiting := n.members
		if len(waiting) == 0 {
			waiting = n.fed
		}
		n.amount = ilp.MaxCoefficient / 2
		for _, t := range waiting {
			n.amount = min(n.amount, excess(t, n.places))
		}
		inc, ok := n.increment(net, p, -1, nil)
		if ok {
			incs = append(incs, inc)
		} else if !n.helped(net, p, blocked, -1) {
			stuck = true
		}
	}
	return incs, stuck
}
