package automata

import (
	"context"
	"encoding/binary"
	"slices"
)

// An NFA is a nondeterministic automaton whose accepting states have a loop for every letter: its language is closed under extension.
type NFA struct {
	arcs      []map[int][]int // by state: letter to targets, sorted
	accepting []bool
}

// Add appends a state and returns its number.
func (a *NFA) Add(accepting bool) int {
	a.arcs = append(a.arcs, map[int][]int{})
	a.accepting = append(a.accepting, accepting)
	return len(a.arcs) - 1
}

// Connect adds a transition and reports whether it is new.
func (a *NFA) Connect(from, letter, to int) bool {
	ts := a.arcs[from][letter]
	i, found := slices.BinarySearch(ts, to)
	if !found {
		a.arcs[from][letter] = slices.Insert(ts, i, to)
	}
	return !found
}

// Len returns the number of states.
func (a *NFA) Len() int { return len(a.arcs) }

// Successors returns the targets of a state's transitions with a letter.
func (a *NFA) Successors(q, letter int) []int { return a.arcs[q][letter] }

// Subsets is the determinisation of an NFA from one initial state by the subset construction: a state is the set of all states that a word leads to; all sets
// with an accepting state are one state.
type Subsets struct {
	a     *NFA
	init  int
	sets  [][]int
	ids   map[string]int
	steps map[Pair]int
}

// acceptingSet is the number of the accepting state of Subsets.
const acceptingSet = 0

// Determinize returns the subset automaton of a, which must not change any more.
func (a *NFA) Determinize(init int) *Subsets {
	return &Subsets{a: a, init: init, sets: [][]int{nil}, ids: map[string]int{}, steps: map[Pair]int{}}
}

// Start implements Lazy.
func (s *Subsets) Start(context.Context) (int, error) { return s.state([]int{s.init}), nil }

// Nothing is the state of the empty set.
func (s *Subsets) Nothing() int { return s.state(nil) }

// Accepting implements Lazy.
func (s *Subsets) Accepting(q int) bool { return q == acceptingSet }

// Set returns the set of NFA states that q represents; nil for the accepting state.
func (s *Subsets) Set(q int) []int { return s.sets[q] }

// Step implements Lazy.
func (s *Subsets) Step(_ context.Context, q, letter int) (int, error) {
	if q == acceptingSet {
		return q, nil
	}
	key := Pair{q, letter}
	if n, ok := s.steps[key]; ok {
		return n, nil
	}
	var set []int
	for _, p := range s.sets[q] {
		set = append(set, s.a.arcs[p][letter]...)
	}
	slices.Sort(set)
	n := s.state(slices.Compact(set))
	s.steps[key] = n
	return n, nil
}

func (s *Subsets) state(set []int) int {
	var key []byte
	for _, q := range set {
		if s.a.accepting[q] {
			return acceptingSet
		}
		key = binary.AppendUvarint(key, uint64(q))
	}
	n, ok := s.ids[string(key)]
	if !ok {
		n = len(s.sets)
		s.ids[string(key)] = n
		s.sets = append(s.sets, set)
	}
	return n
}

var _ Lazy = (*Subsets)(nil)
