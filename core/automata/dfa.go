package automata

// An Arc is a transition of a state.
type Arc struct {
	Letter, To int
}

// A State of a DFA.
type State struct {
	// Kind is a label, for example the location of a program: Minimize merges only states of one kind.
	Kind      int
	Accepting bool
	Arcs      []Arc // at most one for each letter
}

// A DFA is a deterministic automaton with a partial transition function: a word without a run is rejected. Without states its language is empty. Invariants: Init and
// every Arc.To index States; a state has at most one arc per letter.
type DFA struct {
	States []State
	Init   int
}

// Empty reports whether the DFA has no states.
func (a *DFA) Empty() bool { return len(a.States) == 0 }

// Live returns, by state, whether some word is accepted from there.
func (a *DFA) Live() []bool {
	in := make([][]int, len(a.States))
	live := make([]bool, len(a.States))
	var work []int
	for q := range a.States {
		for _, arc := range a.States[q].Arcs {
			in[arc.To] = append(in[arc.To], q)
		}
		if a.States[q].Accepting {
			live[q] = true
			work = append(work, q)
		}
	}
	for len(work) > 0 {
		q := work[len(work)-1]
		work = work[:len(work)-1]
		for _, p := range in[q] {
			if !live[p] {
				live[p] = true
				work = append(work, p)
			}
		}
	}
	return live
}

// Trim returns the DFA without the states from which no word is accepted, and
// the new number of each state, -1 for those that are gone.
func (a *DFA) Trim() (*DFA, []int) {
	live := a.Live()
	number := make([]int, len(a.States))
	n := 0
	for q := range a.States {
		if number[q] = -1; live[q] {
			number[q] = n
			n++
		}
	}
	out := &DFA{}
	if n == 0 || !live[a.Init] {
		for q := range number {
			number[q] = -1
		}
		return out, number
	}
	out.Init = number[a.Init]
	out.States = make([]State, 0, n)
	for q, s := range a.States {
		if !live[q] {
			continue
		}
		arcs := make([]Arc, 0, len(s.Arcs))
		for _, arc := range s.Arcs {
			if live[arc.To] {
				arcs = append(arcs, Arc{arc.Letter, number[arc.To]})
			}
		}
		s.Arcs = arcs
		out.States = append(out.States, s)
	}
	return out, number
}

// Shortest returns a shortest accepted word, of several the one whose arcs come
// first; false: the language is empty.
func (a *DFA) Shortest() ([]int, bool) {
	if a.Empty() {
		return nil, false
	}
	type step struct{ from, letter int }
	came := make([]step, len(a.States))
	for q := range came {
		came[q].from = -1
	}
	came[a.Init].from = a.Init
	for queue := []int{a.Init}; len(queue) > 0; queue = queue[1:] {
		q := queue[0]
		if a.States[q].Accepting {
			var word []int
			for ; q != a.Init; q = came[q].from {
				word = append(word, came[q].letter)
			}
			for i, j := 0, len(word)-1; i < j; i, j = i+1, j-1 {
				word[i], word[j] = word[j], word[i]
			}
			return word, true
		}
		for _, arc := range a.States[q].Arcs {
			if came[arc.To].from < 0 {
				came[arc.To] = step{q, arc.Letter}
				queue = append(queue, arc.To)
			}
		}
	}
	return nil, false
}
