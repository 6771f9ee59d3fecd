package explicit

import (
	"context"
	"fmt"

	"cupel/product/petri"
)

// Bounded is Search among the firing sequences in which every transition t fires counts[t]
// times at most: it realizes a solution of the state equation, or part of one, or shows
// that there is no way to.
//
// When the result is Complete, exceeded lists transitions one of which must fire more often
// than counts says in every sequence to the goal. The list is short because stubborn sets
// prefer other reasons why a transition is disabled: the search was the same without
// the other bounds. An empty list means that the goal is unreachable.
func Bounded(ctx context.Context, n *petri.Net, goal *petri.Predicate, counts []int64, o Options) (r Result, exceeded []int, err error) {
	budgeted, err := budget(n, counts)
	if err != nil {
		return Result{}, nil, err
	}
	o.NoStubborn = false
	// Normalized over n, in which a deadlock does not come from spent budgets.
	s := newSearch(ctx, budgeted, n.Normalize(goal), o)
	s.stubborn.budgets = len(n.Places)
	r = s.result()
	if r.Status == Complete {
		for t, b := range s.stubborn.blocked {
			if b {
				exceeded = append(exceeded, t)
			}
		}
	}
	return r, exceeded, nil
}

// budget adds a place to every transition t, from which it consumes one of counts[t]
// tokens.
func budget(n *petri.Net, counts []int64) (*petri.Net, error) {
	b := petri.NewBuilder(n.Name)
	for p, k := range n.Initial() {
		b.AddPlace(fmt.Sprint("p", p), k)
	}
	for t := range n.Transitions {
		tr := &n.Transitions[t]
		u := b.AddTransition(fmt.Sprint("t", t))
		for _, a := range tr.Pre {
			b.AddInput(a.Index, u, a.Weight)
		}
		for _, a := range tr.Post {
			b.AddOutput(a.Index, u, a.Weight)
		}
		for _, a := range tr.Inhibitors {
			b.AddInhibitor(a.Index, u, a.Weight)
		}
	}
	for t := range n.Transitions {
		b.AddInput(b.AddPlace(fmt.Sprint("b", t), min(counts[t], petri.MaxWeight)), t, 1)
	}
	return b.Build()
}
