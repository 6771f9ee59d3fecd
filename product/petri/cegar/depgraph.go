package cegar

import (
	"slices"

	"cupel/core/components"
	"cupel/product/petri"
)

// A need is a source component of a dependency graph: places whose token counts no other
// component of the graph can change for the better, and how much they should.
type need struct {
	places  []int // P_i
	members []int // T_i: blocked transitions in the component
	fed     []int // X_i: blocked transitions outside that wait for its places
	amount  int64 // the estimate n
}

// A graph is the dependency graph of algorithms 1.4 and 1.8: blocked transitions, the
// places that block them, and edges in both directions.
type graph struct {
	net         *petri.Net
	transitions []int       // T_0
	places      []int       // P_0
	placeOf     map[int]int // place -> node number
	out         [][]int     // nodes: transitions first, then places
}

// newGraph builds the graph for the blocked transitions; blocks lists the places that
// block a transition, and sign is +1 where they need tokens, -1 where tokens must go.
func newGraph(net *petri.Net, blocked []int, blocks func(t int) []int, sign int64) *graph {
	g := &graph{net: net, transitions: blocked, placeOf: map[int]int{}}
	for _, t := range blocked {
		for _, p := range blocks(t) {
			if _, ok := g.placeOf[p]; !ok {
				g.placeOf[p] = len(blocked) + len(g.places)
				g.places = append(g.places, p)
			}
		}
	}
	g.out = make([][]int, len(blocked)+len(g.places))
	for i, t := range blocked {
		for _, p := range blocks(t) {
			g.out[g.placeOf[p]] = append(g.out[g.placeOf[p]], i)
		}
		for _, a := range net.Transitions[t].Effect {
			if n, ok := g.placeOf[a.Index]; ok && a.Weight*sign > 0 {
				g.out[i] = append(g.out[i], n)
			}
		}
	}
	return g
}

// sources returns the strongly connected components without incoming edges that contain
// a place, ordered by their first place.
func (g *graph) sources() []need {
	comp := numbered(g.out)
	entered := map[int]bool{}
	for v, succ := range g.out {
		for _, w := range succ {
			if comp[v] != comp[w] {
				entered[comp[w]] = true
			}
		}
	}
	index := map[int]int{}
	var needs []need
	for i, p := range g.places {
		c := comp[len(g.transitions)+i]
		if entered[c] {
			continue
		}
		k, ok := index[c]
		if !ok {
			k = len(needs)
			index[c] = k
			needs = append(needs, need{})
		}
		needs[k].places = append(needs[k].places, p)
	}
	for i, t := range g.transitions {
		if k, ok := index[comp[i]]; ok {
			needs[k].members = append(needs[k].members, t)
		}
	}
	for i := range g.places {
		node := len(g.transitions) + i
		k, ok := index[comp[node]]
		if !ok {
			continue
		}
		for _, w := range g.out[node] {
			if t := g.transitions[w]; comp[w] != comp[node] && !slices.Contains(needs[k].fed, t) {
				needs[k].fed = append(needs[k].fed, t)
			}
		}
	}
	return needs
}

// numbered numbers the strongly connected components.
func numbered(out [][]int) []int {
	all, comp := make([]int, len(out)), make([]int, len(out))
	for v := range out {
		all[v] = v
	}
	for i, c := range components.Of(len(out), all, func(v, i int) (int, bool) {
		if i == len(out[v]) {
			return 0, false
		}
		return out[v][i], true
	}) {
		for _, v := range c {
			comp[v] = i
		}
	}
	return comp
}
