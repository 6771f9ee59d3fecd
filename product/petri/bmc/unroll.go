package bmc

import (
	"context"
	"fmt"

	"cupel/core/logic"
	"cupel/core/smt"
	"cupel/product/petri"
)

// unroller builds formulas for sequences of steps over integers. A step fires every
// transition t some number x(t) of times, all of them at once: their inputs are available
// together, and no inhibitor place can fill up meanwhile, so that they can fire in any
// order. A single firing is a step.
type unroller struct {
	encoder
	net    *petri.Net
	goal   *petri.Predicate // normalized
	solver smt.Solver
	single bool            // every step is one firing
	m      [][]*logic.Term // markings
	x      [][]*logic.Term // firing counts of the steps between them
}

func newUnroller(n *petri.Net, goal *petri.Predicate, single bool, open smt.Opener) (*unroller, error) {
	f := logic.NewFactory()
	s, err := open(f, smt.Options{})
	if err != nil {
		return nil, err
	}
	return &unroller{encoder: encoder{f, logic.Int}, net: n, goal: goal, solver: s, single: single}, nil
}

func (u *unroller) close() { _ = u.solver.Close() }

// fromInitial makes the initial marking the first one.
func (u *unroller) fromInitial() {
	var m []*logic.Term
	for _, k := range u.net.Initial() {
		m = append(m, u.num(k))
	}
	u.m = [][]*logic.Term{m}
}

// fromInvariant makes a marking that solves the state equation and the facts the first
// one.
func (u *unroller) fromInvariant(facts []Fact) error {
	x, m := u.vars("x", len(u.net.Transitions)), u.vars("m", len(u.net.Places))
	for _, t := range x {
		if err := u.solver.Assert(u.f.Ge(t, u.num(0))); err != nil {
			return err
		}
	}
	for p, k := range u.net.Initial() {
		eq := u.f.Eq(m[p], u.f.Add(u.num(k), u.sum(u.net.Places[p].Effect, x)))
		if err := u.solver.Assert(u.f.And(u.f.Ge(m[p], u.num(0)), eq)); err != nil {
			return err
		}
	}
	for _, f := range facts {
		if err := u.solver.Assert(f.term(u.encoder, u.net, x, m)); err != nil {
			return err
		}
	}
	u.m = [][]*logic.Term{m}
	return nil
}

// step adds a step and its marking.
func (u *unroller) step() error {
	k := len(u.x)
	m := u.m[k]
	x := u.vars(fmt.Sprintf("x%d_", k), len(u.net.Transitions))
	next := u.vars(fmt.Sprintf("m%d_", k), len(u.net.Places))
	var terms []*logic.Term
	for _, t := range x {
		terms = append(terms, u.f.Ge(t, u.num(0)))
	}
	if u.single && len(x) > 0 {
		terms = append(terms, u.f.Eq(u.f.Add(x...), u.num(1)))
	}
	for p := range u.net.Places {
		pl := &u.net.Places[p]
		if len(pl.Consumers) > 0 {
			terms = append(terms, u.f.Ge(m[p], u.sum(pl.Consumers, x)))
		}
		terms = append(terms, u.f.Eq(next[p], u.f.Add(m[p], u.sum(pl.Effect, x))))
		for _, a := range pl.Inhibits {
			// The last of the firings of a.Index sees at most these tokens.
			most := u.f.Add(m[p], u.sum(pl.Producers, x), u.num(-petri.Weight(pl.Producers, a.Index)))
			terms = append(terms, u.f.Or(u.f.Le(x[a.Index], u.num(0)), u.f.Lt(most, u.num(a.Weight))))
		}
	}
	for _, t := range terms {
		if err := u.solver.Assert(t); err != nil {
			return err
		}
	}
	u.m, u.x = append(u.m, next), append(u.x, x)
	return nil
}

// reaches checks whether the last marking can satisfy the goal.
func (u *unroller) reaches(ctx context.Context) (smt.Result, error) {
	return u.solver.Check(ctx, u.predicate(u.goal, u.m[len(u.m)-1]))
}

// avoid asserts that the last marking does not satisfy the goal.
func (u *unroller) avoid() error {
	return u.solver.Assert(u.f.Not(u.predicate(u.goal, u.m[len(u.m)-1])))
}

// sequence reads the firing sequence of the model.
func (u *unroller) sequence() ([]int, error) {
	model, err := u.solver.Model()
	if err != nil {
		return nil, err
	}
	var seq []int
	for _, x := range u.x {
		for t, term := range x {
			v := model.Value(term)
			if v == nil {
				return nil, fmt.Errorf("the model lacks a value")
			}
			k := saturated(v.Rational())
			if k > maxFirings-int64(len(seq)) {
				return nil, fmt.Errorf("the sequence is longer than %d", maxFirings)
			}
			for range k {
				seq = append(seq, t)
			}
		}
	}
	return seq, nil
}

// An Unrolling is the outcome of Unroll.
type Unrolling struct {
	Reached  bool
	Sequence []int // when Reached; not replayed
	Depth    int   // steps up to which the goal was excluded, or at which it was reached
	Reason   string
}

// Unroll looks for a firing sequence to the goal of at most depth steps, each of which
// fires any number of transitions at once; depth 0 means no bound. The error is for a solver
// that cannot be used.
func Unroll(ctx context.Context, n *petri.Net, goal *petri.Predicate, open smt.Opener, depth int) (Unrolling, error) {
	u, err := newUnroller(n, n.Normalize(goal), false, open)
	if err != nil {
		return Unrolling{}, err
	}
	defer u.close()
	u.fromInitial()
	for k := 0; ; k++ {
		r, err := u.reaches(ctx)
		switch {
		case err != nil:
			return Unrolling{Depth: k}, err
		case r == smt.Sat:
			seq, err := u.sequence()
			if err != nil {
				return Unrolling{Depth: k, Reason: err.Error()}, nil
			}
			return Unrolling{Reached: true, Sequence: seq, Depth: k}, nil
		case r == smt.Unknown:
			return Unrolling{Depth: k, Reason: fmt.Sprintf("depth %d: %s", k, u.solver.ReasonUnknown())}, nil
		case k == depth && depth > 0:
			return Unrolling{Depth: k, Reason: fmt.Sprintf("not within %d steps", k)}, nil
		}
		if err := u.step(); err != nil {
			return Unrolling{Depth: k}, err
		}
	}
}
