package bmc

import (
	"context"
	"fmt"

	"cupel/core/logic"
	"cupel/core/smt"
	"cupel/engine"
)

// Options configure the engine.
type Options struct {
	Unwind   int  // maximal visits of a loop head per entry of the loop; 0: unbounded
	MergeAll bool // also states that differ in constants that decide control
}

// Engine is bounded model checking; it implements engine.Engine.
type Engine struct{ o Options }

// New returns an engine with the given options.
func New(o Options) *Engine { return &Engine{o} }

// Name returns bmc.
func (*Engine) Name() string { return "bmc" }

// Verify unwinds loops in rounds until an error is found, no state waits, or ctx ends.
func (e *Engine) Verify(ctx context.Context, given engine.Problem, o engine.Observer) (*engine.Result, error) {
	s, err := given.Tools.Solve(given.Program.Terms)
	if err != nil {
		return nil, fmt.Errorf("bmc: opening the solver: %w", err)
	}
	defer s.Close()
	x := newSearch(e.o, &given, o, s)
	ended, err := x.run(ctx)
	if err != nil {
		if ctx.Err() == nil {
			return nil, fmt.Errorf("bmc: %w", err)
		}
		ended = false
	}
	res := x.Result(!ended, fmt.Sprintf("in round %d, after %d visits of a loop head", x.rounds+1, x.deepest))
	if res == nil {
		res = &engine.Result{Verdict: engine.True, Proof: x.proof()}
	}
	res.Stats = x.statistics()
	return res, nil
}

// proof is the proof of a complete unwinding.
func (x *search) proof() *engine.Proof {
	what := fmt.Sprintf("loops unwound completely: no execution visits a loop head more than %d times in a row", x.deepest)
	if x.deepest == 0 {
		what = "no loop is reached: all executions in one formula"
	}
	if x.covers > 0 {
		what = fmt.Sprintf("loops unwound until states repeat (%d times), after %d visits of a loop head in a row at most", x.covers, x.deepest)
	}
	refuted, bounds := x.refuted, x.allBounds
	return &engine.Proof{Ends: x.covers == 0, Summary: what, Trusts: "the unwinding", Check: func(ctx context.Context, open smt.Opener) error {
		return check(ctx, x.f, bounds, refuted, open)
	}}
}

// check re-checks with another solver that the refuted guards are unsatisfiable.
func check(ctx context.Context, f *logic.Factory, bounds, refuted []*logic.Term, open smt.Opener) error {
	s, err := open(f, smt.Options{})
	if err != nil {
		return err
	}
	defer s.Close()
	for _, t := range bounds {
		if err := s.Assert(t); err != nil {
			return err
		}
	}
	for i, t := range refuted {
		switch r, err := s.Check(ctx, t); {
		case err != nil:
			return err
		case r == smt.Sat:
			return fmt.Errorf("question %d of the unwinding has another answer", i+1)
		case r == smt.Unknown:
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return fmt.Errorf("question %d of the unwinding: no answer: %s", i+1, s.ReasonUnknown())
		}
	}
	return nil
}

func (x *search) statistics() []engine.Stat {
	n := engine.Count
	return []engine.Stat{
		n("states", x.nodes), n("merged", x.merges), n("seen before", x.covers), n("rounds", x.rounds+1),
		n("visits of a loop head", x.deepest), n("operations", x.steps), n("questions", x.asked),
		n("answers from cached models", x.hits), n("work", x.work()),
	}
}
