package automata

import "cmp"

// Minimize returns a DFA with the same language in which no two states of one kind accept the same words, and the new number of each state, by first occurrence. It
// is the minimal DFA if equivalent states always have the same kind. All states must be live (see Trim).
//
// The states are partitioned by kind and acceptance, and then, for every class and letter, by whether they have an arc with the letter into the class, the smaller
// part first (Valmari, "Fast brief practical DFA minimization", Information Processing Letters 112, 2012): a time of arcs times the logarithm of states.
func (a *DFA) Minimize() (*DFA, []int) {
	var from, letter []int // of arcs
	into := make([][]int, len(a.States))
	for q := range a.States {
		for _, arc := range a.States[q].Arcs {
			into[arc.To] = append(into[arc.To], len(from))
			from, letter = append(from, q), append(letter, arc.Letter)
		}
	}
	states := newPartition(len(a.States), func(p, q int) int {
		s, t := &a.States[p], &a.States[q]
		if s.Kind == t.Kind && s.Accepting != t.Accepting {
			if s.Accepting {
				return 1
			}
			return -1
		}
		return cmp.Compare(s.Kind, t.Kind)
	})
	arcs := newPartition(len(from), func(i, j int) int { return cmp.Compare(letter[i], letter[j]) })
	// Invariant: the arcs of a class have one letter and lead to one of the classes of states below b, or to the others together; those of the
	// classes below c have divided the states.
	for b, c := 1, 0; c < arcs.len(); c++ {
		for _, i := range arcs.class(c) {
			states.mark(from[i])
		}
		states.split()
		for ; b < states.len(); b++ {
			for _, q := range states.class(b) {
				for _, i := range into[q] {
					arcs.mark(i)
				}
			}
			arcs.split()
		}
	}
	class := make([]int, len(a.States))
	number := make([]int, states.len())
	n := 0
	for q := range class {
		c := states.of[q]
		if number[c] == 0 {
			n++
			number[c] = n
		}
		class[q] = number[c] - 1
	}
	return a.quotient(class, n), class
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
