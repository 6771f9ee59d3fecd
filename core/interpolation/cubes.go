package interpolation

import (
	"context"
	"errors"
	"fmt"

	"cupel/core/logic"
	"cupel/core/smt"
)

// Cubes interpolates steps with much case distinction, such as large blocks. It walks forward over the relaxed path: the interpolant of a cut is that of the
// cut before if this contradicts the rest; otherwise it is made from interpolants of pairs of conjunctions, which an inner method computes. A model of the
// prefix gives a cube, weakened to the literals that contradict the rest; models of the rest give the cubes from which it is separated, until their
// interpolants exclude the rest; this repeats until the disjunction of the cubes' interpolants contains the prefix (interpolants without proofs, after
// Chockler, Ivrii and Matsliah, HVC 2012). Solvers handle the propositional structure, which Farkas would enumerate.
type Cubes struct {
	o     Options
	inner []Sequencer
}

// NewCubes returns the method; Farkas and Newton interpolate conjunctions.
func NewCubes(o Options) *Cubes {
	o = o.withDefaults()
	in := o
	in.Validate, in.Cores, in.CoreBudget = false, 1, innerCoreBudget
	return &Cubes{o, []Sequencer{NewFarkas(in), NewNewton(in)}}
}

// Name returns cubes.
func (m *Cubes) Name() string { return "cubes" }

// Sequence computes sequence interpolants.
func (m *Cubes) Sequence(ctx context.Context, f *logic.Factory, steps []Step) ([]*logic.Term, error) {
	return m.o.checked(ctx, f, steps, func() ([]*logic.Term, error) { return m.sequence(ctx, f, steps) })
}

func (m *Cubes) sequence(ctx context.Context, f *logic.Factory, steps []Step) ([]*logic.Term, error) {
	trivial, ses, cores, err := m.o.relaxed(ctx, f, steps, 1)
	if err != nil || trivial != nil {
		return trivial, err
	}
	defer ses.close()
	p := ses.p
	s, err := m.o.Open(f, m.o.Solver)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	w := &cubeWalk{m: m, f: f, ses: ses, core: cores[0], earlier: s, left: maxCubes}
	itps := make([]*logic.Term, p.n+1)
	itps[0], itps[p.n] = f.True(), f.False()
	for k := 1; k < p.n; k++ {
		if itps[k], err = w.cut(ctx, k, itps[k-1]); err != nil {
			return nil, err
		}
	}
	return m.o.finish(ctx, ses, [][]*logic.Term{itps})
}

// cubeWalk is one pass over the relaxed path.
type cubeWalk struct {
	m       *Cubes
	f       *logic.Factory
	ses     *session // for the part after a cut
	core    relaxation
	earlier smt.Solver
	left    int // cubes
}

// cut interpolates at position k, where before is the interpolant of k-1.
func (w *cubeWalk) cut(ctx context.Context, k int, before *logic.Term) (itp *logic.Term, err error) {
	behind := w.ses.side(w.core, k+1, w.core.n)
	visible := true
	for _, v := range logic.FreeVars(before) {
		visible = visible && w.core.shared(v, k)
	}
	if visible {
		r, err := w.ses.s.Check(ctx, append(behind, before)...)
		if err != nil || r == smt.Unsat {
			return before, err
		}
	}
	var all []*logic.Term
	for i := k + 1; i <= w.core.n; i++ {
		all = append(all, w.core.step(i)...)
	}
	now, rest := w.f.And(append(w.core.step(k), before)...), w.f.And(all...)
	later := w.ses.s
	if err := hold(w.earlier, now); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, w.earlier.Pop(1)) }()
	if err := hold(later, behind...); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, later.Pop(1)) }()
	var found []*logic.Term
	for {
		cube, err := w.next(ctx, w.earlier, now)
		if err != nil {
			return nil, err
		}
		if cube == nil {
			return simplify(w.f, w.f.Or(found...)), nil
		}
		if cube, err = w.needed(ctx, later, cube); err != nil {
			return nil, err
		}
		itp, err := w.separate(ctx, cube, later, rest)
		if err != nil {
			return nil, err
		}
		found = append(found, itp)
		if err := w.earlier.Assert(w.f.Not(itp)); err != nil {
			return nil, err
		}
	}
}

// hold asserts ts on a new level.
func hold(s smt.Solver, ts ...*logic.Term) error {
	err := s.Push()
	for _, t := range ts {
		if err == nil {
			err = s.Assert(t)
		}
	}
	return err
}

// next returns a cube of t in which the solver, which holds t, has a model; nil
// when it has none.
func (w *cubeWalk) next(ctx context.Context, s smt.Solver, t *logic.Term) ([]*logic.Term, error) {
	r, err := s.Check(ctx)
	switch {
	case err != nil:
		return nil, err
	case r == smt.Unsat:
		return nil, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case r == smt.Unknown:
		return nil, fmt.Errorf("%w: a case is undecided: %s", ErrUnknown, s.ReasonUnknown())
	}
	if w.left--; w.left < 0 {
		return nil, fmt.Errorf("%w: too many cubes", ErrUnknown)
	}
	model, err := s.Model()
	if err != nil {
		return nil, err
	}
	cube, ok := w.f.Implicant(t, model.Value)
	if !ok || len(cube) == 0 {
		return nil, fmt.Errorf("%w: a model cannot be evaluated", ErrUnknown)
	}
	return cube, nil
}

// needed returns the literals of cube that contradict the rest.
func (w *cubeWalk) needed(ctx context.Context, later smt.Solver, cube []*logic.Term) ([]*logic.Term, error) {
	r, err := later.Check(ctx, cube...)
	switch {
	case err != nil:
		return nil, err
	case r == smt.Sat:
		return nil, ErrSat
	case r == smt.Unknown:
		return nil, fmt.Errorf("%w: a case is undecided: %s", ErrUnknown, later.ReasonUnknown())
	}
	return smt.SmallCore(ctx, later, cubeCoreBudget)
}

// separate returns a formula that cube implies and that contradicts rest, which
// the solver holds.
func (w *cubeWalk) separate(ctx context.Context, cube []*logic.Term, later smt.Solver, rest *logic.Term) (itp *logic.Term, err error) {
	if err := hold(later); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, later.Pop(1)) }()
	var parts []*logic.Term
	for {
		other, err := w.next(ctx, later, rest)
		if err != nil {
			return nil, err
		}
		if other == nil {
			return w.f.And(parts...), nil
		}
		part, err := w.conjunctions(ctx, cube, other)
		if err != nil {
			return nil, err
		}
		parts = append(parts, part)
		if err := later.Assert(part); err != nil {
			return nil, err
		}
	}
}

// conjunctions interpolates two conjunctions with the first method that can.
func (w *cubeWalk) conjunctions(ctx context.Context, a, b []*logic.Term) (*logic.Term, error) {
	var failure error
	for _, m := range w.m.inner {
		itps, err := m.Sequence(ctx, w.f, []Step{{Assumes: a}, {Assumes: b}})
		if err == nil {
			return itps[1], nil
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		failure = err
	}
	if !errors.Is(failure, ErrUnknown) {
		failure = fmt.Errorf("%w: %v", ErrUnknown, failure)
	}
	return nil, failure
}
