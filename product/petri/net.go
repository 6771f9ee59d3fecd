package petri

import (
	"fmt"
	"slices"
)

// An Arc is one entry of a sparse row or column: the index of the node at its other end and a weight.
//
// Invariant: lists of arcs are sorted by Index without duplicates.
type Arc struct {
	Index  int
	Weight int64
}

// A Place with its arcs. The lists belong to the net and must not be changed.
type Place struct {
	ID   string // unique among all nodes of the net, never empty
	Name string // for display; may be empty or ambiguous

	Consumers []Arc // transitions that take tokens: w-(p,t) > 0
	Producers []Arc // transitions that put tokens: w+(p,t) > 0
	Effect    []Arc // the place's row of the incidence matrix, C[p][t] != 0
	Inhibits  []Arc // transitions t enabled only if m(p) < Weight
}

// A Transition with its arcs. The lists belong to the net and must not be changed.
type Transition struct {
	ID   string
	Name string

	Pre        []Arc // places consumed from, w-(p,t) > 0
	Post       []Arc // places produced into, w+(p,t) > 0
	Effect     []Arc // the transition's column of the incidence matrix, C[p][t] != 0
	Inhibitors []Arc // places p with the condition m(p) < Weight; at most one an index
}

// A Net is an immutable place/transition net with its initial marking.
//
// Invariants: the arcs of places and transitions agree (Consumers with Pre, Producers with Post, Inhibits with
// Inhibitors, and both Effects with the incidence matrix w+ - w-); all weights are in 1..MaxWeight.
type Net struct {
	Name        string
	Places      []Place
	Transitions []Transition

	initial     Marking
	places      map[string]int
	transitions map[string]int
}

// Initial returns a copy of the initial marking.
func (n *Net) Initial() Marking { return slices.Clone(n.initial) }

// PlaceByID returns the index of the place with the given identifier.
func (n *Net) PlaceByID(id string) (int, bool) { p, ok := n.places[id]; return p, ok }

// TransitionByID returns the index of the transition with the given identifier.
func (n *Net) TransitionByID(id string) (int, bool) { t, ok := n.transitions[id]; return t, ok }

// HasInhibitors reports whether any transition has an inhibitor arc.
func (n *Net) HasInhibitors() bool {
	return slices.ContainsFunc(n.Transitions, func(t Transition) bool { return len(t.Inhibitors) > 0 })
}

// Arcs counts the arcs of all kinds.
func (n *Net) Arcs() int {
	k := 0
	for _, t := range n.Transitions {
		k += len(t.Pre) + len(t.Post) + len(t.Inhibitors)
	}
	return k
}

// Weight returns the weight of index in a sorted list of arcs, 0 when absent.
func Weight(arcs []Arc, index int) int64 {
	i, ok := slices.BinarySearchFunc(arcs, index, func(a Arc, j int) int { return a.Index - j })
	if !ok {
		return 0
	}
	return arcs[i].Weight
}

// String summarizes the net's size.
func (n *Net) String() string {
	return fmt.Sprintf("net %q: %d places, %d transitions, %d arcs", n.Name, len(n.Places), len(n.Transitions), n.Arcs())
}
