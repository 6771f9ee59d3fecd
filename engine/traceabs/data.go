package traceabs

import (
	"context"

	"cupel/analysis/absint/domains"
	"cupel/core/automata"
	"cupel/core/logic"
	"cupel/core/program"
)

// annotated is an automaton with one state for each of some formulas, determinised on demand. A solver confirms its transitions, or
// only those with partial operations: the domains assume these defined where formulas give them values, such as division by zero.
type annotated struct {
	*automata.Subsets
	t       *triples
	f       *logic.Factory
	nfa     *automata.NFA
	values  []*logic.Term // by state of the NFA
	ids     map[*logic.Term]int
	confirm bool // all transitions
	asked   map[automata.Pair]int
	order   []automata.Pair
}

func newAnnotated(t *triples) *annotated {
	return &annotated{t: t, f: t.f, nfa: &automata.NFA{}, ids: map[*logic.Term]int{}, asked: map[automata.Pair]int{}}
}

// state is the state of a formula.
func (a *annotated) state(v *logic.Term) int {
	n, ok := a.ids[v]
	if !ok {
		n = a.nfa.Add(v.IsFalse())
		a.ids[v] = n
		a.values = append(a.values, v)
	}
	return n
}

// newTrace is the automaton of a path's interpolants, without the first and the last, which are true and false: their states, with the
// edges of the path.
func newTrace(t *triples, path []*program.Edge, inner []*logic.Term) *annotated {
	a := newAnnotated(t)
	a.confirm = true
	from := a.state(t.f.True())
	for i, e := range path {
		to := t.f.False()
		if i < len(inner) {
			to = inner[i]
		}
		n := a.state(to)
		a.nfa.Connect(from, e.ID, n)
		from = n
	}
	a.Subsets = a.nfa.Determinize(0)
	return a
}

// newData is the automaton of a path program's fixpoint (section 3.1): one state for each value, and false for bottom; with enhance,
// edges of the whole program are tried between all values.
func newData(t *triples, edges []*program.Edge, p *pathProgram, x domains.Fixpoint, enhance bool) *annotated {
	a := newAnnotated(t)
	state := func(v *logic.Term) int {
		if v == nil {
			v = t.f.False()
		}
		return a.state(v)
	}
	none := state(nil)
	for _, e := range p.Edges {
		v := x.At(e.Src)
		if v == nil {
			continue
		}
		to := none
		if x.Post(v, e) != nil {
			to = state(x.At(e.Dst))
		}
		a.nfa.Connect(state(v), p.original[e].ID, to)
	}
	init := state(x.At(p.Init))
	if enhance {
		for q, v := range a.values {
			if q == none {
				continue
			}
			for _, e := range edges {
				if x.Post(v, e) == nil {
					a.nfa.Connect(q, e.ID, none)
					continue
				}
				for r, w := range a.values {
					if r != none && x.Leads(v, e, w) {
						a.nfa.Connect(q, e.ID, r)
					}
				}
			}
		}
	}
	a.Subsets = a.nfa.Determinize(init)
	return a
}

// Step implements automata.Lazy.
func (a *annotated) Step(ctx context.Context, q, letter int) (int, error) {
	key := automata.Pair{Left: q, Right: letter}
	if n, ok := a.asked[key]; ok {
		return n, nil
	}
	n, err := a.Subsets.Step(ctx, q, letter)
	if err != nil || a.Accepting(q) {
		return n, err
	}
	if e := a.t.p.Edges[letter]; a.confirm || a.t.partial(e) {
		ok, err := a.t.holds(ctx, a.formula(q), e, a.formula(n))
		if err != nil {
			return 0, err
		}
		if !ok {
			n = a.Nothing()
		}
	}
	a.asked[key] = n
	a.order = append(a.order, key)
	return n, nil
}

func (a *annotated) formula(q int) *logic.Term {
	if a.Accepting(q) {
		return a.f.False()
	}
	var ts []*logic.Term
	for _, n := range a.Set(q) {
		ts = append(ts, a.values[n])
	}
	return a.f.And(ts...)
}

func (a *annotated) transitions(visit func(q, letter, next int)) {
	for _, k := range a.order {
		visit(k.Left, k.Right, a.asked[k])
	}
}
