package z3

import (
	"context"

	"cupel/core/logic"
	"cupel/core/smt"
)

// Eliminate returns a formula without vars that exists vars. phi implies, and whether it is equivalent: by EliminateSyntactic's rules, and for the rest by
// projections of at most models models, each found within o.Work. Beyond that, conjuncts that mention vars are dropped.
func Eliminate(ctx context.Context, f *logic.Factory, vars []*logic.Term, phi *logic.Term, models int, o smt.Options) (*logic.Term, bool) {
	r, left := EliminateSyntactic(f, vars, phi)
	if len(left) == 0 {
		return r, true
	}
	e := &eliminator{f: f, free: map[*logic.Term][]*logic.Term{}}
	var keep, rest []*logic.Term
	for _, c := range logic.Conjuncts(r) {
		if e.mentions(c, left) {
			rest = append(rest, c)
		} else {
			keep = append(keep, c)
		}
	}
	cubes, exact := projections(ctx, f, left, f.And(rest...), models, o)
	if !exact {
		return f.And(keep...), false
	}
	return f.And(append(keep, f.Or(cubes...))...), true
}

// projections returns the projections of models of phi until it has no other one; false: they are incomplete.
func projections(ctx context.Context, f *logic.Factory, vars []*logic.Term, phi *logic.Term, models int, o smt.Options) ([]*logic.Term, bool) {
	s, err := New(f, o)
	if err != nil {
		return nil, false
	}
	defer func() { _ = s.Close() }()
	if s.Assert(phi) != nil {
		return nil, false
	}
	var cubes []*logic.Term
	for range models {
		switch r, err := s.Check(ctx); {
		case err != nil || r == smt.Unknown:
			return nil, false
		case r == smt.Unsat:
			return cubes, true
		}
		m, err := s.Model()
		if err != nil {
			return nil, false
		}
		c, err := s.Project(ctx, vars, phi, m)
		if err != nil || s.Assert(f.Not(c)) != nil {
			return nil, false
		}
		cubes = append(cubes, c)
	}
	return nil, false
}
