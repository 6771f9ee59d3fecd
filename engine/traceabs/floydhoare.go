package traceabs

import (
	"context"
	"slices"

	"cupel/core/automata"
	"cupel/core/logic"
	"cupel/core/program"
)

// A proof is a Floyd-Hoare automaton, determinised on demand. Invariant: every transition is a valid Hoare
// triple between the annotations of its states, so its language is a set of infeasible paths.
type proof interface {
	automata.Lazy
	// formula annotates a state: it holds after every path to it.
	formula(q int) *logic.Term
	// transitions visits all transitions explored so far, by edge ID.
	transitions(visit func(q, letter, next int))
}

// falseState is the accepting state of a floydHoare.
const falseState = 0

// floydHoare is the automaton of all valid Hoare triples over a set of predicates: a state is the set of
// predicates known to hold. With each, it is the determinisation of the automaton with a state for each predicate and for true, and all
// valid triples between them.
type floydHoare struct {
	t *triples
	// each: the precondition of a triple is one predicate, or none, not all that are known to hold
	each  bool
	preds []*logic.Term
	sets  [][]int
	ids   map[string]int
	steps map[automata.Pair]int
	order []automata.Pair // of steps, by insertion
}

func newFloydHoare(t *triples, preds []*logic.Term, each bool) *floydHoare {
	return &floydHoare{t: t, each: each, preds: preds, sets: [][]int{nil}, ids: map[string]int{}, steps: map[automata.Pair]int{}}
}

// Start implements automata.Lazy: no predicate is known to hold.
func (a *floydHoare) Start(context.Context) (int, error) { return a.state(nil), nil }

// Accepting implements automata.Lazy.
func (a *floydHoare) Accepting(q int) bool { return q == falseState }

// Step implements automata.Lazy.
func (a *floydHoare) Step(ctx context.Context, q, letter int) (int, error) {
	if q == falseState {
		return q, nil
	}
	key := automata.Pair{Left: q, Right: letter}
	if n, ok := a.steps[key]; ok {
		return n, nil
	}
	set, possible, err := a.post(ctx, a.sets[q], a.t.p.Edges[letter])
	if err != nil {
		return 0, err
	}
	n := falseState
	if possible {
		n = a.state(set)
	}
	a.steps[key] = n
	a.order = append(a.order, key)
	return n, nil
}

// post returns the predicates that hold after an edge; false if it is infeasible.
func (a *floydHoare) post(ctx context.Context, set []int, e *program.Edge) ([]int, bool, error) {
	if !a.each {
		return a.t.post(ctx, set, a.preds, e)
	}
	out, possible, err := a.t.post(ctx, nil, a.preds, e)
	for _, n := range set {
		if err != nil || !possible {
			return nil, false, err
		}
		var more []int
		more, possible, err = a.t.post(ctx, []int{n}, a.preds, e)
		out = append(out, more...)
	}
	slices.Sort(out)
	return slices.Compact(out), possible, err
}

func (a *floydHoare) state(set []int) int {
	key := setKey(set)
	n, ok := a.ids[key]
	if !ok {
		n = len(a.sets)
		a.ids[key] = n
		a.sets = append(a.sets, set)
	}
	return n
}

func (a *floydHoare) formula(q int) *logic.Term {
	if q == falseState {
		return a.t.f.False()
	}
	ts := make([]*logic.Term, len(a.sets[q]))
	for i, n := range a.sets[q] {
		ts[i] = a.preds[n]
	}
	return a.t.f.And(ts...)
}

func (a *floydHoare) transitions(visit func(q, letter, next int)) {
	for _, k := range a.order {
		visit(k.Left, k.Right, a.steps[k])
	}
}

// accepts reports whether the automaton accepts the path.
func accepts(ctx context.Context, a automata.Lazy, path []*program.Edge) (bool, error) {
	q, err := a.Start(ctx)
	for i := 0; i < len(path) && err == nil && !a.Accepting(q); i++ {
		q, err = a.Step(ctx, q, path[i].ID)
	}
	return err == nil && a.Accepting(q), err
}

// single accepts one path and its extensions, without a proof.
type single struct{ path []int }

// off is the state after leaving the path; the other states count the edges read.
func (a single) off() int { return len(a.path) + 1 }

// Start implements automata.Lazy.
func (a single) Start(context.Context) (int, error) { return 0, nil }

// Accepting implements automata.Lazy.
func (a single) Accepting(q int) bool { return q == len(a.path) }

// Step implements automata.Lazy.
func (a single) Step(_ context.Context, q, letter int) (int, error) {
	switch {
	case a.Accepting(q):
		return q, nil
	case q < len(a.path) && a.path[q] == letter:
		return q + 1, nil
	}
	return a.off(), nil
}
