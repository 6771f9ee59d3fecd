package traceabs

import (
	"cupel/core/automata"
	"cupel/core/logic"
	"cupel/core/program"
)

// annotations label the states of the remaining automaton, and the dropped ones, with what the proofs so far
// establish there. A state from which no target is reachable any more is dropped, and its formula becomes a
// disjunct of the invariant of its location. Invariant: an edge from a dropped state leads to a state dropped
// with it or before, whose formula is implied, or is infeasible; so in the end the disjunctions at all
// locations are inductive.
type annotations struct {
	p       *program.Program
	f       *logic.Factory
	states  []*logic.Term // by state; nil if the formulas became too large
	dropped map[*program.Location][]*logic.Term
	seen    map[*program.Location]map[*logic.Term]bool
	size    int
	full    bool
}

func newAnnotations(p *program.Program, states int) *annotations {
	a := &annotations{p: p, f: p.Terms, states: make([]*logic.Term, states),
		dropped: map[*program.Location][]*logic.Term{}, seen: map[*program.Location]map[*logic.Term]bool{}}
	for q := range a.states {
		a.states[q] = a.f.True()
	}
	return a
}

// split annotates the states of a difference automaton.
func (a *annotations) split(pairs []automata.Pair, formula func(q int) *logic.Term) {
	if a.full {
		return
	}
	next := make([]*logic.Term, len(pairs))
	for i, p := range pairs {
		next[i] = a.f.And(a.states[p.Left], formula(p.Right))
	}
	a.states = next
}

// drop renumbers the states of dfa; those without a number are dropped.
func (a *annotations) drop(dfa *automata.DFA, number []int) {
	if a.full {
		return
	}
	var next []*logic.Term
	for q, n := range number {
		if n >= 0 {
			next = append(next, a.states[q])
			continue
		}
		l := a.p.Locs[dfa.States[q].Kind]
		if a.seen[l] == nil {
			a.seen[l] = map[*logic.Term]bool{}
		}
		if t := a.states[q]; !a.seen[l][t] {
			a.seen[l][t] = true
			a.dropped[l] = append(a.dropped[l], t)
			a.size++
		}
	}
	a.states = next
	if a.size > maxAnnotations {
		a.full, a.states, a.dropped, a.seen = true, nil, nil, nil
	}
}

// merge joins the states of each equivalence class.
func (a *annotations) merge(class []int, classes int) {
	if a.full {
		return
	}
	members := make([][]*logic.Term, classes)
	for q, c := range class {
		members[c] = append(members[c], a.states[q])
	}
	next := make([]*logic.Term, classes)
	for c, ts := range members {
		next[c] = a.f.Or(ts...)
	}
	a.states = next
}

// invariants returns the invariants of all loop heads when no path is left, conjoined with the facts; false if
// the formulas became too large.
func (a *annotations) invariants(facts map[*program.Location]*logic.Term) (map[*program.Location]*logic.Term, bool) {
	if a.full {
		return nil, false
	}
	out := map[*program.Location]*logic.Term{}
	relevant := program.Reaching(a.p, a.p.Targets()...)
	for _, l := range a.p.Locs {
		if !l.LoopHead {
			continue
		}
		inv := a.f.True() // true where no target is reachable
		if relevant[l.ID] {
			inv = a.f.Or(a.dropped[l]...)
		}
		if fact := facts[l]; fact != nil {
			inv = a.f.And(inv, fact)
		}
		out[l] = inv
	}
	return out, true
}
