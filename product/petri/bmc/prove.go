package bmc

import (
	"context"
	"fmt"
	"slices"

	"cupel/core/logic"
	"cupel/core/smt"
	"cupel/product/petri"
	"cupel/product/petri/explicit"
)

// A Certificate shows that no reachable marking satisfies a predicate: the state equation,
// the facts and the predicate have no common solution, over the integers or already over
// the rationals.
type Certificate struct {
	Integer bool
	Facts   []Fact
}

// String describes the certificate in a few words.
func (c *Certificate) String() string {
	var kinds [3]int
	for _, f := range c.Facts {
		kinds[f.Kind]++
	}
	domain := "rational"
	if c.Integer {
		domain = "integer"
	}
	s := "no " + domain + " solution of the state equation"
	if len(c.Facts) > 0 {
		s += fmt.Sprintf(" with %d traps, %d causes and %d bounded searches", kinds[Trap], kinds[Cause], kinds[Exceed])
	}
	return s
}

// Check validates the certificate with another solver, for the net and predicate it was
// made for.
func (c *Certificate) Check(ctx context.Context, n *petri.Net, goal *petri.Predicate, open smt.Opener) error {
	for i, f := range c.Facts {
		if err := f.Check(ctx, n, goal); err != nil {
			return fmt.Errorf("fact %d, %v: %w", i, f, err)
		}
	}
	e, err := newEquation(n, n.Normalize(goal), c.Integer, open)
	if err != nil {
		return err
	}
	defer e.close()
	for _, f := range c.Facts {
		if err := e.solver.Assert(f.term(e.encoder, n, e.x, e.m)); err != nil {
			return err
		}
	}
	r, err := e.solver.Check(ctx)
	if err != nil {
		return err
	}
	if r != smt.Unsat {
		return fmt.Errorf("the solver says %v", r)
	}
	return nil
}

// equation is a solver that holds the state equation and a goal.
type equation struct {
	encoder
	net    *petri.Net
	solver smt.Solver
	x, m   []*logic.Term
}

func (e *equation) close() { _ = e.solver.Close() }

// newEquation asserts the state equation and the goal, over the integers or the rationals.
func newEquation(n *petri.Net, goal *petri.Predicate, integer bool, open smt.Opener) (*equation, error) {
	f := logic.NewFactory()
	e := &equation{encoder: encoder{f, logic.Real}, net: n}
	if integer {
		e.sort = logic.Int
	}
	s, err := open(f, smt.Options{})
	if err != nil {
		return nil, err
	}
	e.solver = s
	e.x, e.m = e.vars("x", len(n.Transitions)), e.vars("m", len(n.Places))
	terms := make([]*logic.Term, 0, 2*len(n.Places)+len(n.Transitions)+1)
	for _, x := range e.x {
		terms = append(terms, f.Ge(x, e.num(0)))
	}
	for p, k := range n.Initial() {
		terms = append(terms,
			f.Ge(e.m[p], e.num(0)),
			f.Eq(e.m[p], f.Add(e.num(k), e.sum(n.Places[p].Effect, e.x))))
	}
	terms = append(terms, e.predicate(goal, e.m))
	for _, t := range terms {
		if err := s.Assert(t); err != nil {
			e.close()
			return nil, err
		}
	}
	return e, nil
}

// A Proof is the outcome of Prove.
type Proof struct {
	Certificate *Certificate // nil when nothing was proven
	// Sequence leads to the goal when Reached; it was not replayed.
	Reached  bool
	Sequence []int
	Reason   string // why nothing was decided
	Rounds   int    // number of solver queries
	Markings int    // explored by bounded searches
	Facts    []Fact // found during the proof, for the same net and goal
}

// General returns the facts that hold for any goal.
func (p Proof) General() []Fact {
	return slices.DeleteFunc(slices.Clone(p.Facts), func(f Fact) bool { return !f.General() })
}

// ProveOptions bound a proof. Zero values mean the defaults.
type ProveOptions struct {
	Rounds   int    // limit of solver queries; default 1000
	Markings int    // of one bounded search, at most; default 5000
	Facts    []Fact // of an earlier attempt at the same question
}

// Prove tries to show that no reachable marking satisfies goal. The error is for a solver
// that cannot be used, never for a limit.
func Prove(ctx context.Context, n *petri.Net, goal *petri.Predicate, open smt.Opener, o ProveOptions) (Proof, error) {
	if o.Rounds == 0 {
		o.Rounds = 1000
	}
	if o.Markings == 0 {
		o.Markings = 5000
	}
	p := &prover{net: n, goal: n.Normalize(goal), open: open, opt: o, facts: slices.Clone(o.Facts)}
	err := p.relaxed(ctx, false)
	if err == nil && !p.decided() && ctx.Err() == nil {
		err = p.relaxed(ctx, true)
	}
	p.proof.Facts = p.facts
	return p.proof, err
}

// prover is one run of Prove. Invariant: every fact holds for all firing sequences, or for all to the goal.
type prover struct {
	net   *petri.Net
	goal  *petri.Predicate
	open  smt.Opener
	opt   ProveOptions
	facts []Fact
	proof Proof
}

func (p *prover) decided() bool { return p.proof.Certificate != nil || p.proof.Reached }

// relaxed queries over the rationals or the integers, adding facts until the query is unsatisfiable or a
// solution cannot be refuted.
func (p *prover) relaxed(ctx context.Context, integer bool) error {
	e, err := newEquation(p.net, p.goal, integer, p.open)
	if err != nil {
		return err
	}
	defer e.close()
	for _, f := range p.facts {
		if err := e.solver.Assert(f.term(e.encoder, p.net, e.x, e.m)); err != nil {
			return err
		}
	}
	for searches := 0; p.proof.Rounds < p.opt.Rounds; p.proof.Rounds++ {
		r, err := e.solver.Check(ctx)
		if err != nil {
			return err
		}
		switch r {
		case smt.Unsat:
			p.proof.Certificate = &Certificate{Integer: integer, Facts: p.facts}
			return nil
		case smt.Unknown:
			p.proof.Reason = "solver: " + e.solver.ReasonUnknown()
			return nil
		}
		fired, marked, counts, err := e.solution()
		if err != nil {
			return err
		}
		facts := refute(p.net, fired, marked)
		if len(facts) == 0 {
			if searches++; !integer && searches > relaxedSearches {
				return nil
			}
			f, ok, err := p.realize(ctx, counts)
			if !ok || err != nil {
				return err
			}
			facts = append(facts, f)
		}
		for _, f := range facts {
			p.facts = append(p.facts, f)
			if err := e.solver.Assert(f.term(e.encoder, p.net, e.x, e.m)); err != nil {
				return err
			}
		}
	}
	p.proof.Reason = "limit of refinements"
	return nil
}

// realize searches for a sequence with these firing counts at most. ok is false when it
// found one or gave up.
func (p *prover) realize(ctx context.Context, counts []int64) (f Fact, ok bool, err error) {
	r, exceeded, err := explicit.Bounded(ctx, p.net, p.goal, counts, explicit.Options{Order: explicit.DFS, MaxStates: p.opt.Markings})
	p.proof.Markings += r.States
	switch {
	case err != nil:
		return f, false, err
	case r.Status == explicit.Reached:
		p.proof.Reached, p.proof.Sequence = true, r.Sequence
		return f, false, nil
	case r.Status == explicit.Limit:
		p.proof.Reason = "realizing a solution of the state equation: " + r.Reason
		return f, false, nil
	}
	f = Fact{Kind: Exceed, Outside: exceeded, Counts: make([]int64, len(exceeded))}
	for i, t := range exceeded {
		f.Counts[i] = counts[t]
	}
	return f, true, nil
}

// solution reads the model.
func (e *equation) solution() (fired, marked []bool, counts []int64, err error) {
	model, err := e.solver.Model()
	if err != nil {
		return nil, nil, nil, err
	}
	fired, marked, counts = make([]bool, len(e.x)), make([]bool, len(e.m)), make([]int64, len(e.x))
	for t, x := range e.x {
		v := model.Value(x)
		if v == nil {
			return nil, nil, nil, fmt.Errorf("the model lacks a value")
		}
		counts[t] = saturated(v.Rational())
		fired[t] = counts[t] > 0
	}
	for i, m := range e.m {
		v := model.Value(m)
		if v == nil {
			return nil, nil, nil, fmt.Errorf("the model lacks a value")
		}
		marked[i] = v.Rational().Sign() > 0
	}
	return fired, marked, counts, nil
}
