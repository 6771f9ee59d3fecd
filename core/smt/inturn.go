package smt

import (
	"context"
	"slices"

	"cupel/core/logic"
)

// InTurn returns an opener of solvers that try several solvers in order until one answers. Those after the first are opened on first use.
func InTurn(open ...Opener) Opener {
	return func(f *logic.Factory, o Options) (Solver, error) {
		first, err := open[0](f, o)
		if err != nil {
			return nil, err
		}
		return &inTurn{open: open, f: f, o: o, solvers: []Solver{first}, levels: [][]*logic.Term{nil}, last: first}, nil
	}
}

// inTurn keeps the same assertions in all open solvers.
type inTurn struct {
	open    []Opener
	f       *logic.Factory
	o       Options
	solvers []Solver // the first of open
	levels  [][]*logic.Term
	last    Solver // the one that answered last
}

func (s *inTurn) each(do func(Solver) error) error {
	for _, k := range s.solvers {
		if err := do(k); err != nil {
			return err
		}
	}
	return nil
}

// Assert implements Solver.
func (s *inTurn) Assert(t *logic.Term) error {
	n := len(s.levels) - 1
	s.levels[n] = append(s.levels[n], t)
	return s.each(func(k Solver) error { return k.Assert(t) })
}

// Push implements Solver.
func (s *inTurn) Push() error {
	s.levels = append(s.levels, nil)
	return s.each(Solver.Push)
}

// Pop implements Solver.
func (s *inTurn) Pop(n int) error {
	s.levels = slices.Delete(s.levels, max(1, len(s.levels)-n), len(s.levels))
	return s.each(func(k Solver) error { return k.Pop(n) })
}

// Check implements Solver.
func (s *inTurn) Check(ctx context.Context, assumptions ...*logic.Term) (Result, error) {
	for i := range s.open {
		if i == len(s.solvers) {
			if err := s.next(); err != nil {
				return Unknown, err
			}
		}
		s.last = s.solvers[i]
		if r, err := s.last.Check(ctx, assumptions...); err != nil || r != Unknown || ctx.Err() != nil {
			return r, err
		}
	}
	return Unknown, nil
}

// next opens one more solver and replays the assertions.
func (s *inTurn) next() error {
	k, err := s.open[len(s.solvers)](s.f, s.o)
	if err != nil {
		return err
	}
	s.solvers = append(s.solvers, k)
	for i, level := range s.levels {
		if i > 0 {
			if err := k.Push(); err != nil {
				return err
			}
		}
		for _, t := range level {
			if err := k.Assert(t); err != nil {
				return err
			}
		}
	}
	return nil
}

// Model implements Solver.
func (s *inTurn) Model() (Model, error) { return s.last.Model() }

// Core implements Solver.
func (s *inTurn) Core() ([]*logic.Term, error) { return s.last.Core() }

// ReasonUnknown implements Solver.
func (s *inTurn) ReasonUnknown() string { return s.last.ReasonUnknown() }

// Close implements Solver.
func (s *inTurn) Close() error { return s.each(Solver.Close) }
