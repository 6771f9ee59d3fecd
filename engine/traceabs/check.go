package traceabs

import (
	"context"
	"errors"
	"fmt"

	"cupel/core/automata"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/ssa"
	"cupel/core/smt"
)

// Checker verifies that Floyd-Hoare automata prove the error unreachable: initial states are annotated with
// true, every transition is a valid Hoare triple, and every path to the error or a cut is accepted by one of
// them. It uses a solver of its own. Facts assumed in triples are assumed here, too; their origin has them
// checked.
type Checker struct {
	p      *program.Program
	facts  map[*program.Location]*logic.Term
	proofs []proof
}

// ErrProof means that the automata are no proof.
var ErrProof = errors.New("traceabs: the automata are no proof")

// Check verifies the proof.
func (c *Checker) Check(ctx context.Context, open smt.Opener) error {
	s, err := open(c.p.Terms, smt.Options{})
	if err != nil {
		return err
	}
	defer s.Close()
	for i, r := range c.proofs {
		if err := c.triples(ctx, s, r); err != nil {
			return fmt.Errorf("automaton %d: %w", i, err)
		}
	}
	return c.inclusion(ctx)
}

// triples checks all transitions of an automaton.
func (c *Checker) triples(ctx context.Context, s smt.Solver, r proof) (err error) {
	start, err := r.Start(ctx)
	if err != nil {
		return err
	}
	if !r.formula(start).IsTrue() {
		return fmt.Errorf("%w: its initial state says %v", ErrProof, r.formula(start))
	}
	r.transitions(func(q, letter, next int) {
		if err == nil {
			err = c.triple(ctx, s, r, q, c.p.Edges[letter], next)
		}
	})
	return err
}

// triple checks one transition: the annotation of q, executed along e, implies that of next.
func (c *Checker) triple(ctx context.Context, s smt.Solver, r proof, q int, e *program.Edge, next int) error {
	if r.Accepting(next) != r.formula(next).IsFalse() {
		return fmt.Errorf("%w: state %d accepts but says %v", ErrProof, next, r.formula(next))
	}
	if r.formula(next).IsTrue() {
		return nil
	}
	st := ssa.NewState(c.p, ssa.Options{})
	ts := []*logic.Term{st.Eval(r.formula(q))}
	if fact := c.facts[e.Src]; fact != nil {
		ts = append(ts, st.Eval(fact))
	}
	ts = append(ts, st.Step(e.Ops).Assumes...)
	ts = append(ts, c.p.Terms.Not(st.Eval(r.formula(next))))
	for _, t := range ts {
		if t.IsFalse() {
			return nil
		}
	}
	switch res, err := s.Check(ctx, ts...); {
	case err != nil:
		return err
	case ctx.Err() != nil:
		return ctx.Err()
	case res == smt.Sat:
		return fmt.Errorf("%w: {%v} %v {%v} is not valid", ErrProof, r.formula(q), e, r.formula(next))
	case res == smt.Unknown:
		return fmt.Errorf("{%v} %v {%v}: no answer: %s", r.formula(q), e, r.formula(next), s.ReasonUnknown())
	}
	return nil
}

// inclusion subtracts the automata, restricted to the checked transitions, from the program.
func (c *Checker) inclusion(ctx context.Context) error {
	rest, _ := programAutomaton(c.p).Trim()
	for _, r := range c.proofs {
		d := &recorded{proof: r, steps: map[automata.Pair]int{}}
		r.transitions(func(q, letter, next int) { d.steps[automata.Pair{Left: q, Right: letter}] = next })
		full, _, err := automata.Difference(ctx, rest, d, maxStates)
		if err != nil {
			return err
		}
		rest, _ = full.Trim()
		rest, _ = rest.Minimize()
	}
	if word, some := rest.Shortest(); some {
		return fmt.Errorf("%w: a path of %d edges to the error is in none of them", ErrProof, len(word))
	}
	return nil
}

// recorded is an automaton restricted to the transitions explored before.
type recorded struct {
	proof
	steps map[automata.Pair]int
}

// Step implements automata.Lazy.
func (d *recorded) Step(_ context.Context, q, letter int) (int, error) {
	if d.Accepting(q) {
		return q, nil
	}
	n, ok := d.steps[automata.Pair{Left: q, Right: letter}]
	if !ok {
		return 0, fmt.Errorf("%w: a transition was never made", ErrProof)
	}
	return n, nil
}
