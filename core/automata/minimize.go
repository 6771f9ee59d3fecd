package automata

import (
	"encoding/binary"
	"slices"
)

// Minimize returns a DFA with the same language in which no two states of one kind accept the same words, and the new number of each state. It is the minimal DFA if
// equivalent states always have the same kind. All states must be live (see Trim).
//
// The states are partitioned by kind and acceptance, then by the classes of their successors, until the partition is stable (Moore's algorithm).
func (a *DFA) Minimize() (*DFA, []int) {
	class := make([]int, len(a.States))
	names := map[[2]int]int{}
	for q := range a.States {
		s := &a.States[q]
		key := [2]int{s.Kind, 0}
		if s.Accepting {
			key[1] = 1
		}
		n, ok := names[key]
		if !ok {
			n = len(names)
			names[key] = n
		}
		class[q] = n
	}
	sorted := make([][]Arc, len(a.States))
	for q := range sorted {
		sorted[q] = slices.Clone(a.States[q].Arcs)
		slices.SortFunc(sorted[q], func(x, y Arc) int { return x.Letter - y.Letter })
	}
	for count := len(names); ; {
		split := map[string]int{}
		next := make([]int, len(a.States))
		var key []byte
		for q := range a.States {
			key = binary.AppendUvarint(key[:0], uint64(class[q]))
			for _, arc := range sorted[q] {
				key = binary.AppendUvarint(key, uint64(arc.Letter))
				key = binary.AppendUvarint(key, uint64(class[arc.To]))
			}
			n, ok := split[string(key)]
			if !ok {
				n = len(split)
				split[string(key)] = n
			}
			next[q] = n
		}
		class = next
		if len(split) == count {
			return a.quotient(class, count), class
		}
		count = len(split)
	}
}

// quotient joins the states of each class, which agree on everything.
func (a *DFA) quotient(class []int, n int) *DFA {
	out := &DFA{States: make([]State, n)}
	done := make([]bool, n)
	for q, c := range class {
		if done[c] {
			continue
		}
		done[c] = true
		s := a.States[q]
		arcs := make([]Arc, len(s.Arcs))
		for i, arc := range s.Arcs {
			arcs[i] = Arc{arc.Letter, class[arc.To]}
		}
		s.Arcs = arcs
		out.States[c] = s
	}
	if !a.Empty() {
		out.Init = class[a.Init]
	}
	return out
}
