package interpolation

import (
	"context"
	"errors"
	"fmt"

	"cupel/core/logic"
	"cupel/core/smt"
)

// A Part is a conjunct of a path's formula: a definition, or a conjunct of an
// assumption.
type Part struct {
	Step    int // from 0
	Formula *logic.Term
	Def     *Def // nil: an assumption
}

// Core returns an unsatisfiable core of a path, in path order, after at most budget solver calls of minimisation, which drops early parts first. The error is
// ErrSat when the path is feasible, ErrUnknown when the solver cannot tell.
func Core(ctx context.Context, open smt.Opener, o smt.Options, f *logic.Factory, steps []Step, budget int) ([]Part, error) {
	var all []Part
	var fs []*logic.Term
	seen := map[*logic.Term]bool{}
	add := func(p Part) {
		if !seen[p.Formula] {
			seen[p.Formula] = true
			all = append(all, p)
			fs = append(fs, p.Formula)
		}
	}
	for i, s := range steps {
		for _, d := range s.Defs {
			add(Part{i, f.Eq(d.Sym, d.Value), &d})
		}
		for _, a := range s.Assumes {
			for _, c := range logic.Conjuncts(a) {
				add(Part{i, c, nil})
			}
		}
	}
	s, err := open(f, o)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	r, err := s.Check(ctx, fs...)
	switch {
	case err != nil:
		return nil, err
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case r == smt.Sat:
		return nil, ErrSat
	case r == smt.Unknown:
		return nil, fmt.Errorf("%w: the solver cannot refute the path: %s", ErrUnknown, s.ReasonUnknown())
	}
	core, err := smt.SmallCore(ctx, s, budget)
	if err != nil {
		return nil, err
	}
	in := map[*logic.Term]bool{}
	for _, c := range core {
		in[c] = true
	}
	var out []Part
	for _, p := range all {
		if in[p.Formula] {
			out = append(out, p)
		}
	}
	return out, nil
}

// Sliced interpolates long paths without the steps that an unsatisfiable core does not need: time grows with the number of positions, and the choice of proof
// improves on a shorter path. Dropping steps weakens the path, so that interpolants of the rest are interpolants of the path.
type Sliced struct {
	inner Sequencer
	o     Options
}

// NewSliced returns inner with long paths sliced first.
func NewSliced(inner Sequencer, o Options) *Sliced { return &Sliced{inner, o} }

// Name returns the name of the method.
func (m *Sliced) Name() string { return m.inner.Name() }

// Sequence computes sequence interpolants.
func (m *Sliced) Sequence(ctx context.Context, f *logic.Factory, steps []Step) ([]*logic.Term, error) {
	if len(steps) <= sliceAbove {
		return m.inner.Sequence(ctx, f, steps)
	}
	core, err := Core(ctx, m.o.Open, m.o.Solver, f, steps, sliceBudget)
	if errors.Is(err, ErrUnknown) {
		return m.inner.Sequence(ctx, f, steps)
	}
	if err != nil {
		return nil, err
	}
	slice, before := sliceOf(steps, core)
	itps, err := m.inner.Sequence(ctx, f, slice)
	if err != nil {
		return nil, err
	}
	out := make([]*logic.Term, len(steps)+1)
	for i, k := range before {
		out[i] = itps[k]
	}
	return out, nil
}

// sliceOf returns the steps with a part in the core, and for each position how
// many of them lie before it.
func sliceOf(steps []Step, core []Part) ([]Step, []int) {
	before := make([]int, len(steps)+1)
	var slice []Step
	for i := range steps {
		before[i] = len(slice)
		var s Step
		for ; len(core) > 0 && core[0].Step == i; core = core[1:] {
			if d := core[0].Def; d != nil {
				s.Defs = append(s.Defs, *d)
			} else {
				s.Assumes = append(s.Assumes, core[0].Formula)
			}
		}
		if len(s.Defs)+len(s.Assumes) > 0 {
			slice = append(slice, s)
		}
	}
	before[len(steps)] = len(slice)
	return slice, before
}

var _ Sequencer = (*Sliced)(nil)
