package traceabs

import (
	"context"

	"cupel/analysis/absint"
	"cupel/analysis/absint/interval"
	"cupel/analysis/absint/relational"
	"cupel/core/automata"
	"cupel/core/logic"
	"cupel/core/program"
)

// An analysis computes the fixpoint of a path program; nil if that exceeds its budget.
type analysis func(ctx context.Context, p *program.Program) (fixpoint, error)

// analyses by the values of --path-programs.
var analyses = map[string]analysis{
	Intervals: func(ctx context.Context, p *program.Program) (fixpoint, error) {
		return solve(ctx, p, interval.NewDomain(p), func(s *interval.State) *logic.Term { return s.Formula(p.Terms) }, func() {})
	},
	IntervalsCongruences: products(relational.Options{Shape: relational.NoShape}),
	Octagons:             products(relational.Options{Shape: relational.Octagons, NoResidues: true}),
	OctagonsCongruences:  products(relational.Options{Shape: relational.Octagons}),
	Polyhedra:            products(relational.Options{Rows: maxRows}),
}

// products returns the analysis in a product of domains with intervals.
func products(o relational.Options) analysis {
	o.PackSize, o.Work = packSize, maxWork
	return func(ctx context.Context, p *program.Program) (fixpoint, error) {
		bounded, stop := context.WithCancel(ctx)
		d := relational.NewDomain(bounded, stop, p, o)
		x, err := solve(bounded, p, d, d.Formula, stop)
		if err != nil {
			stop()
			return nil, ctx.Err()
		}
		return x, nil
	}
}

// A fixpoint has an abstract value, represented by its formula, for every reachable location.
type fixpoint interface {
	// at returns the value at l; nil if l is unreachable.
	at(l *program.Location) *logic.Term
	// post returns the value after an edge from a value returned by at; nil for bottom.
	post(v *logic.Term, e *program.Edge) *logic.Term
	// leads reports whether executing e in states of v leads only to states of w, both returned by at.
	leads(v *logic.Term, e *program.Edge, w *logic.Term) bool
	// close releases its resources.
	close()
}

// solved is the fixpoint in a domain with elements of type S.
type solved[S any] struct {
	d       absint.Domain[S]
	sol     *absint.Solution[S]
	formula func(S) *logic.Term
	states  map[*logic.Term]S
	stop    func()
}

func solve[S any](ctx context.Context, p *program.Program, d absint.Domain[S], formula func(S) *logic.Term, stop func()) (fixpoint, error) {
	sol, err := absint.Solve(ctx, p, d, absint.Options{Delay: wideningDelay, Narrowings: narrowings, Inductive: true})
	if err != nil {
		return nil, err
	}
	return &solved[S]{d, sol, formula, map[*logic.Term]S{}, stop}, nil
}

func (x *solved[S]) close() { x.stop() }

func (x *solved[S]) at(l *program.Location) *logic.Term {
	s, ok := x.sol.At(l)
	if !ok {
		return nil
	}
	t := x.formula(s)
	if _, ok := x.states[t]; !ok {
		x.states[t] = s
	}
	return t
}

// exec executes an edge that may be outside the path program.
func (x *solved[S]) exec(v *logic.Term, e *program.Edge) (S, bool) {
	if d, ok := x.d.(executor[S]); ok {
		return d.Exec(x.states[v], e.Ops)
	}
	return x.d.Post(x.states[v], e)
}

// An executor is a domain that can execute edges outside its program.
type executor[S any] interface {
	Exec(s S, ops []program.Op) (S, bool)
}

func (x *solved[S]) post(v *logic.Term, e *program.Edge) *logic.Term {
	s, ok := x.exec(v, e)
	if !ok {
		return nil
	}
	return x.formula(s)
}

func (x *solved[S]) leads(v *logic.Term, e *program.Edge, w *logic.Term) bool {
	s, ok := x.exec(v, e)
	return !ok || x.d.Leq(s, x.states[w])
}

// data is the automaton of a path program's fixpoint (section 3.1): one state for each value, and false for
// bottom. The domains assume partial operations defined where formulas give them values, such as division by
// zero: a solver confirms transitions with these.
type data struct {
	*automata.Subsets
	t      *triples
	f      *logic.Factory
	nfa    *automata.NFA
	values []*logic.Term // by state of the NFA
	asked  map[automata.Pair]int
	order  []automata.Pair
}

// newData builds the automaton; with enhance, edges of the whole program are tried between all values.
func newData(t *triples, edges []*program.Edge, p *pathProgram, x fixpoint, enhance bool) *data {
	f := t.f
	a := &data{t: t, f: f, nfa: &automata.NFA{}, asked: map[automata.Pair]int{}}
	ids := map[*logic.Term]int{}
	state := func(v *logic.Term) int {
		if v == nil {
			v = f.False()
		}
		n, ok := ids[v]
		if !ok {
			n = a.nfa.Add(v.IsFalse())
			ids[v] = n
			a.values = append(a.values, v)
		}
		return n
	}
	none := state(nil)
	for _, e := range p.Edges {
		v := x.at(e.Src)
		if v == nil {
			continue
		}
		to := none
		if x.post(v, e) != nil {
			to = state(x.at(e.Dst))
		}
		a.nfa.Connect(state(v), p.original[e].ID, to)
	}
	init := state(x.at(p.Init))
	if enhance {
		for q, v := range a.values {
			if q == none {
				continue
			}
			for _, e := range edges {
				if x.post(v, e) == nil {
					a.nfa.Connect(q, e.ID, none)
					continue
				}
				for r, w := range a.values {
					if r != none && x.leads(v, e, w) {
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
func (a *data) Step(ctx context.Context, q, letter int) (int, error) {
	key := automata.Pair{Left: q, Right: letter}
	if n, ok := a.asked[key]; ok {
		return n, nil
	}
	n, err := a.Subsets.Step(ctx, q, letter)
	if err != nil || a.Accepting(q) {
		return n, err
	}
	if e := a.t.p.Edges[letter]; a.t.partial(e) {
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

func (a *data) formula(q int) *logic.Term {
	if a.Accepting(q) {
		return a.f.False()
	}
	var ts []*logic.Term
	for _, n := range a.Set(q) {
		ts = append(ts, a.values[n])
	}
	return a.f.And(ts...)
}

func (a *data) transitions(visit func(q, letter, next int)) {
	for _, k := range a.order {
		visit(k.Left, k.Right, a.asked[k])
	}
}
