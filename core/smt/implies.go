package smt

import (
	"context"
	"fmt"

	"cupel/core/logic"
)

// UnknownError reports an undecided query, with the solver's reason.
type UnknownError struct{ Reason string }

// Error returns the reason.
func (e *UnknownError) Error() string { return "smt: undecided: " + e.Reason }

// Satisfiable decides the solver's assertions together with ts. Unknown is an
// *UnknownError, or the context's error when that has ended.
func Satisfiable(ctx context.Context, s Solver, ts ...*logic.Term) (bool, error) {
	r, err := s.Check(ctx, ts...)
	switch {
	case err != nil:
		return false, err
	case r == Sat:
		return true, nil
	case r == Unsat:
		return false, nil
	case ctx.Err() != nil:
		return false, ctx.Err()
	}
	return false, &UnknownError{s.ReasonUnknown()}
}

// SmallCore is MinimizeCore for the core of the solver's last check.
func SmallCore(ctx context.Context, s Solver, budget int) ([]*logic.Term, error) {
	core, err := s.Core()
	if err != nil {
		return nil, err
	}
	return MinimizeCore(ctx, s, core, budget)
}

// MinimizeCore returns a subset of core that is still unsatisfiable with the solver's assertions and, if budget (number of checks) suffices and no check is
// undecided, irreducible. The core must be unsatisfiable; earlier members are dropped first, so the least useful ones should come first. Deletion with clause-set
// refinement: each unsatisfiable check also drops the members outside its own core (Belov and Marques-Silva, "Accelerating MUS extraction with recursive model
// rotation", FMCAD 2011, without rotation).
func MinimizeCore(ctx context.Context, s Solver, core []*logic.Term, budget int) ([]*logic.Term, error) {
	core = append([]*logic.Term(nil), core...)
	for at := 0; at < len(core) && budget > 0 && ctx.Err() == nil; budget-- {
		rest := append(append([]*logic.Term(nil), core[:at]...), core[at+1:]...)
		r, err := s.Check(ctx, rest...)
		if err != nil {
			return nil, fmt.Errorf("smt: minimising a core: %w", err)
		}
		if r != Unsat {
			at++ // needed, or not proven to be redundant
			continue
		}
		next, err := s.Core()
		if err != nil {
			return nil, fmt.Errorf("smt: minimising a core: %w", err)
		}
		in := make(map[*logic.Term]bool, len(next))
		for _, t := range next {
			in[t] = true
		}
		kept, before := core[:0], 0
		for i, t := range rest {
			if !in[t] {
				continue
			}
			if i < at {
				before++ // found necessary earlier, and still so
			}
			kept = append(kept, t)
		}
		core, at = kept, before
	}
	return core, nil
}
