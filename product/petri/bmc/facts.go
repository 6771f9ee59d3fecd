package bmc

import (
	"context"
	"fmt"
	"slices"

	"cupel/core/logic"
	"cupel/product/petri"
	"cupel/product/petri/explicit"
)

// A FactKind is the kind of a fact.
type FactKind uint8

// The kinds of facts.
const (
	// Trap: when a place of Places is marked initially, or a transition of Sources fires,
	// and no transition of Outside fires, then some place of Places is marked at the end.
	// Every transition that consumes from Places produces into it, or is in Outside.
	Trap FactKind = iota
	// Cause: when a transition of Sources fires, one of Outside fires. Every transition of
	// Sources is disabled initially by a token count that only transitions of Sources and
	// Outside change in the direction needed.
	Cause
	// Exceed: in every firing sequence to the goal, some transition of Outside fires more often than its number in Counts. A complete bounded search
	// shows it.
	Exceed
)

// A Fact holds for the firing counts x and the last marking m of every firing sequence, or (Exceed) of every
// one to the goal.
//
// Invariant: its lists of nodes are sorted.
type Fact struct {
	Kind    FactKind
	Places  []int // Trap
	Sources []int // transitions
	Outside []int // transitions
	Counts  []int64
}

// String describes the size of the fact.
func (f Fact) String() string {
	switch f.Kind {
	case Trap:
		return fmt.Sprintf("trap of %d places", len(f.Places))
	case Exceed:
		return fmt.Sprintf("bounded search for %d transitions", len(f.Outside))
	}
	return fmt.Sprintf("cause of %d transitions", len(f.Sources))
}

// General reports whether the fact holds for all firing sequences, independently of the goal.
func (f Fact) General() bool { return f.Kind != Exceed }

// Check tests whether the fact holds in the net: from its structure alone when it is
// general, else by repeating the search for the goal.
func (f Fact) Check(ctx context.Context, n *petri.Net, goal *petri.Predicate) error {
	switch f.Kind {
	case Trap:
		return f.checkTrap(n)
	case Exceed:
		return f.checkSearch(ctx, n, goal)
	}
	m := n.Initial()
	for _, t := range f.Sources {
		if !f.caused(n, m, t) {
			return fmt.Errorf("transition %s can fire before the others", n.Transitions[t].ID)
		}
	}
	return nil
}

// checkSearch bounds the listed transitions only; the others may fire at will.
func (f Fact) checkSearch(ctx context.Context, n *petri.Net, goal *petri.Predicate) error {
	counts := make([]int64, len(n.Transitions))
	for t := range counts {
		counts[t] = petri.MaxWeight
	}
	for i, t := range f.Outside {
		counts[t] = f.Counts[i]
	}
	r, exceeded, err := explicit.Bounded(ctx, n, goal, counts, explicit.Options{Order: explicit.DFS, MaxBytes: 1 << 30})
	switch {
	case err != nil:
		return err
	case r.Status != explicit.Complete:
		return fmt.Errorf("the search is not complete: %v %s", r.Status, r.Reason)
	}
	for _, t := range exceeded {
		if !contains(f.Outside, t) {
			return fmt.Errorf("the search depends on transition %s", n.Transitions[t].ID)
		}
	}
	return nil
}

func (f Fact) checkTrap(n *petri.Net) error {
	in := make([]bool, len(n.Places))
	for _, p := range f.Places {
		in[p] = true
	}
	hits := func(arcs []petri.Arc) bool {
		return slices.ContainsFunc(arcs, func(a petri.Arc) bool { return in[a.Index] })
	}
	for t := range n.Transitions {
		tr := &n.Transitions[t]
		if hits(tr.Pre) && !hits(tr.Post) && !contains(f.Outside, t) {
			return fmt.Errorf("transition %s can empty the places", tr.ID)
		}
	}
	for _, t := range f.Sources {
		if !hits(n.Transitions[t].Post) {
			return fmt.Errorf("transition %s does not mark the places", n.Transitions[t].ID)
		}
	}
	return nil
}

// caused reports whether t is disabled in the initial marking m by a place that only
// transitions of Sources and Outside change in the direction needed.
func (f Fact) caused(n *petri.Net, m petri.Marking, t int) bool {
	known := func(p int, sign int64) bool {
		for _, e := range n.Places[p].Effect {
			if e.Weight*sign > 0 && !contains(f.Sources, e.Index) && !contains(f.Outside, e.Index) {
				return false
			}
		}
		return true
	}
	for _, a := range n.Transitions[t].Pre {
		if m[a.Index] < a.Weight && known(a.Index, 1) {
			return true
		}
	}
	for _, a := range n.Transitions[t].Inhibitors {
		if m[a.Index] >= a.Weight && known(a.Index, -1) {
			return true
		}
	}
	return false
}

func contains(sorted []int, x int) bool {
	_, ok := slices.BinarySearch(sorted, x)
	return ok
}

// term states the fact about firing counts x and token counts m. Over the reals it is
// weaker than over the integers, and valid for integers.
func (f Fact) term(e encoder, n *petri.Net, x, m []*logic.Term) *logic.Term {
	total := func(nodes []int, of []*logic.Term) *logic.Term {
		arcs := make([]petri.Arc, len(nodes))
		for i, k := range nodes {
			arcs[i] = petri.Arc{Index: k, Weight: 1}
		}
		return e.sum(arcs, of)
	}
	var alternatives []*logic.Term
	if f.Kind == Exceed {
		for i, t := range f.Outside {
			alternatives = append(alternatives, e.f.Ge(x[t], e.num(f.Counts[i]+1)))
		}
		return e.f.Or(alternatives...)
	}
	none := func(ts []int) *logic.Term { return e.f.Le(total(ts, x), e.num(0)) }
	if len(f.Outside) > 0 {
		alternatives = append(alternatives, e.f.Ge(total(f.Outside, x), e.num(1)))
	}
	if f.Kind == Cause {
		return e.f.Or(append(alternatives, none(f.Sources))...)
	}
	initial := n.Initial()
	if !slices.ContainsFunc(f.Places, func(p int) bool { return initial[p] > 0 }) {
		alternatives = append(alternatives, none(f.Sources))
	}
	return e.f.Or(append(alternatives, e.f.Ge(total(f.Places, m), e.num(1)))...)
}

// refute finds facts that the firing counts x and the last marking m violate. fired tells
// which counts are positive, marked which places hold at least one token.
func refute(n *petri.Net, fired, marked []bool) []Fact {
	facts := causes(n, fired)
	if f, ok := trap(n, fired, marked); ok {
		facts = append(facts, f)
	}
	return facts
}

// causes finds a set of fired transitions none of which can be the first to fire.
func causes(n *petri.Net, fired []bool) []Fact {
	m := n.Initial()
	up, down := make([]bool, len(n.Places)), make([]bool, len(n.Places)) // may exceed, fall below m
	first := make([]bool, len(n.Transitions))
	var waiting []int
	for t := range n.Transitions {
		if fired[t] {
			waiting = append(waiting, t)
		}
	}
	possible := func(t int) bool {
		tr := &n.Transitions[t]
		for _, a := range tr.Pre {
			if m[a.Index] < a.Weight && !up[a.Index] {
				return false
			}
		}
		for _, a := range tr.Inhibitors {
			if m[a.Index] >= a.Weight && !down[a.Index] {
				return false
			}
		}
		return true
	}
	for changed := true; changed; {
		changed = false
		rest := waiting[:0]
		for _, t := range waiting {
			if !possible(t) {
				rest = append(rest, t)
				continue
			}
			changed, first[t] = true, true
			for _, e := range n.Transitions[t].Effect {
				if e.Weight > 0 {
					up[e.Index] = true
				} else {
					down[e.Index] = true
				}
			}
		}
		waiting = rest
	}
	if len(waiting) == 0 {
		return nil
	}
	return splitCauses(n, m, waiting, up, down)
}

// splitCauses states one fact for all of the blocked transitions.
func splitCauses(n *petri.Net, m petri.Marking, blocked []int, up, down []bool) []Fact {
	f := Fact{Kind: Cause, Sources: slices.Clone(blocked)}
	slices.Sort(f.Sources)
	seen := map[int]bool{}
	helpers := func(p int, sign int64) (out []int) {
		for _, e := range n.Places[p].Effect {
			if e.Weight*sign > 0 && !contains(f.Sources, e.Index) {
				out = append(out, e.Index)
			}
		}
		return out
	}
	for _, t := range f.Sources {
		var best []int
		found := false
		consider := func(hs []int) {
			if !found || len(hs) < len(best) {
				best, found = hs, true
			}
		}
		for _, a := range n.Transitions[t].Pre {
			if m[a.Index] < a.Weight && !up[a.Index] {
				consider(helpers(a.Index, 1))
			}
		}
		for _, a := range n.Transitions[t].Inhibitors {
			if m[a.Index] >= a.Weight && !down[a.Index] {
				consider(helpers(a.Index, -1))
			}
		}
		for _, h := range best {
			if !seen[h] {
				seen[h] = true
				f.Outside = append(f.Outside, h)
			}
		}
	}
	slices.Sort(f.Outside)
	return []Fact{f}
}

// trap finds the largest set of unmarked places that the fired transitions cannot have
// emptied, if something marked it.
func trap(n *petri.Net, fired, marked []bool) (Fact, bool) {
	in := make([]bool, len(n.Places))
	for p := range in {
		in[p] = !marked[p]
	}
	into := make([]int, len(n.Transitions)) // places of the set that t produces into
	var work []int                          // transitions that empty the set
	hits := func(arcs []petri.Arc) bool {
		return slices.ContainsFunc(arcs, func(a petri.Arc) bool { return in[a.Index] })
	}
	for t := range n.Transitions {
		for _, a := range n.Transitions[t].Post {
			if in[a.Index] {
				into[t]++
			}
		}
		if fired[t] && into[t] == 0 && hits(n.Transitions[t].Pre) {
			work = append(work, t)
		}
	}
	for len(work) > 0 {
		t := work[len(work)-1]
		work = work[:len(work)-1]
		for _, a := range n.Transitions[t].Pre {
			if !in[a.Index] {
				continue
			}
			in[a.Index] = false
			for _, b := range n.Places[a.Index].Producers {
				if into[b.Index]--; into[b.Index] == 0 && fired[b.Index] && hits(n.Transitions[b.Index].Pre) {
					work = append(work, b.Index)
				}
			}
		}
	}
	f := Fact{Kind: Trap}
	initially, source := false, false
	m := n.Initial()
	for p := range in {
		if in[p] {
			f.Places = append(f.Places, p)
			initially = initially || m[p] > 0
		}
	}
	for t := range n.Transitions {
		if into[t] > 0 {
			f.Sources = append(f.Sources, t)
			source = source || fired[t]
		} else if hits(n.Transitions[t].Pre) {
			f.Outside = append(f.Outside, t)
		}
	}
	if initially {
		f.Sources = nil // not needed
	}
	return f, initially || source
}
