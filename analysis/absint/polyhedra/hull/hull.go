package hull

import (
	"context"
	"errors"
	"fmt"

	"cupel/analysis/absint/polyhedra"
	"cupel/core/logic"
	"cupel/core/smt"
	"cupel/internal/sabotage"
)

// Options bound the work of one abstraction. The zero value stands for the
// defaults.
type Options struct {
	// Solver bounds each question to the solver. Products of unknowns can keep
	// it busy for ever, so formulas with them need a time limit.
	Solver smt.Options
	// MaxModels is the number of models taken for one hull; 0: DefaultMaxModels.
	MaxModels int
	// Rows limits the descriptions of polyhedra; 0: DefaultRows.
	Rows int
	// CubeRows is the number of rows up to which conjunctions are projected
	// exactly; beyond that a projection is local to the model, and more models
	// are needed. 0: DefaultCubeRows.
	CubeRows int
}

func positive(n, otherwise int) int {
	if n > 0 {
		return n
	}
	return otherwise
}

func (o Options) limits() polyhedra.Limits {
	return polyhedra.Limits{Rows: positive(o.Rows, DefaultRows)}
}

func (o Options) cubeLimits() polyhedra.Limits {
	return polyhedra.Limits{Rows: positive(o.CubeRows, DefaultCubeRows)}
}

// Result is a polyhedron that contains all models.
type Result struct {
	*polyhedra.Polyhedron
	// Exact: no limit was hit, so the polyhedron is the hull itself where the
	// formula is linear over the reals.
	Exact bool
	// Models counts the models looked at.
	Models int
}

// Abstraction computes hulls of one formula with one solver. It belongs to one
// goroutine at a time.
type Abstraction struct {
	f      *logic.Factory
	phi    *logic.Term
	o      Options
	open   smt.Opener
	solver smt.Solver
}

// New prepares to abstract phi. The Abstraction must be closed.
func New(open smt.Opener, f *logic.Factory, phi *logic.Term, o Options) (*Abstraction, error) {
	s, err := open(f, o.Solver)
	if err != nil {
		return nil, fmt.Errorf("hull: %w", err)
	}
	if err := s.Assert(phi); err != nil {
		_ = s.Close()
		return nil, fmt.Errorf("hull: %w", err)
	}
	return &Abstraction{f: f, phi: phi, o: o, open: open, solver: s}, nil
}

// Close frees the solver.
func (a *Abstraction) Close() error { return a.solver.Close() }

// Hull returns a polyhedron that contains the values of dims in all models of phi: their closed convex hull, up to the approximations in the package comment. dims
// are Int or Real terms. A limit, or a solver that gives up, makes the result larger; the end of ctx is an error.
func Hull(ctx context.Context, open smt.Opener, f *logic.Factory, phi *logic.Term, dims []*logic.Term, o Options) (*polyhedra.Polyhedron, error) {
	a, err := New(open, f, phi, o)
	if err != nil {
		return nil, err
	}
	r, err := a.Hull(ctx, dims)
	return r.Polyhedron, errors.Join(err, a.Close())
}

// errUndecided: the solver gave up.
var errUndecided = errors.New("hull: the solver gave up")

// errStuck: a model did not enlarge the polyhedron, because its values are only approximations (irrational numbers).
var errStuck = errors.New("hull: no progress")

// errModels: the limit of models was reached.
var errModels = errors.New("hull: too many models")

// Hull is the function Hull for a's formula.
func (a *Abstraction) Hull(ctx context.Context, dims []*logic.Term) (Result, error) {
	r := Result{Polyhedron: polyhedra.Empty(len(dims))}
	err := a.grow(ctx, dims, &r, positive(a.o.MaxModels, DefaultMaxModels), nil)
	switch {
	case err == nil:
		r.Exact = true
		r.Polyhedron = a.round(ctx, dims, r.Polyhedron)
		return r, nil
	case !limited(err):
		return Result{}, err
	}
	if errors.Is(err, errUndecided) {
		if p, ok, err := a.undecided(ctx, dims, r.Polyhedron); ok {
			r.Polyhedron = p
			return r, err
		}
	}
	r.Polyhedron, err = a.weaken(ctx, dims, r.Polyhedron)
	return r, err
}

// limited reports whether an error is a limit, for which there is an answer.
func limited(err error) bool {
	return errors.Is(err, polyhedra.ErrLimit) || errors.Is(err, errUndecided) || errors.Is(err, errStuck) || errors.Is(err, errModels)
}

// grow joins cubes and the generators extra into r until no model is outside. After an error r is the polyhedron so far.
func (a *Abstraction) grow(ctx context.Context, dims []*logic.Term, r *Result, models int, extra []polyhedra.Generator) error {
	for {
		done := false
		err := a.outside(ctx, dims, r.Constraints(), func(m smt.Model) error {
			if m == nil || sabotage.Active(sabotage.HullModels) && r.Models > 0 {
				done = true
				return nil
			}
			if r.Models++; r.Models > models {
				return errModels
			}
			q, err := a.cube(ctx, dims, m)
			if err != nil {
				return err
			}
			if r.Contains(q) {
				return errStuck
			}
			p, err := r.AddGenerators(ctx, append(q.Generators(), extra...), a.o.limits())
			if err != nil {
				return err
			}
			r.Polyhedron = p
			return nil
		})
		if err != nil || done || r.IsUniverse() {
			return err
		}
	}
}

// round tightens the bounds of constraints over integers, once: it does not look
// for the integer hull.
func (a *Abstraction) round(ctx context.Context, dims []*logic.Term, p *polyhedra.Polyhedron) *polyhedra.Polyhedron {
	var cs []polyhedra.Constraint
	for _, c := range p.Constraints() {
		integral := !c.Equation
		for i, x := range c.Coeffs {
			integral = integral && (x.IsZero() || dims[i].Sort().IsInt())
		}
		if integral {
			cs = append(cs, c.Normalize(true))
		}
	}
	if q, err := p.AddConstraints(ctx, cs, a.o.limits()); err == nil {
		return q
	}
	return p
}

// outside calls f with a model that violates one of the constraints, or with
// nil when there is none.
func (a *Abstraction) outside(ctx context.Context, dims []*logic.Term, cs []polyhedra.Constraint, f func(smt.Model) error) error {
	return a.check(ctx, a.f.Not(Conjunction(a.f, cs, dims)), f)
}

// check calls use with a model of phi and t, or with nil when there is none.
func (a *Abstraction) check(ctx context.Context, t *logic.Term, use func(smt.Model) error) error {
	if t.IsFalse() {
		return use(nil)
	}
	if err := a.solver.Push(); err != nil {
		return fmt.Errorf("hull: %w", err)
	}
	err := a.checkPushed(ctx, t, use)
	if e := a.solver.Pop(1); e != nil && err == nil {
		err = fmt.Errorf("hull: %w", e)
	}
	return err
}

func (a *Abstraction) checkPushed(ctx context.Context, t *logic.Term, use func(smt.Model) error) error {
	if err := a.solver.Assert(t); err != nil {
		return fmt.Errorf("hull: %w", err)
	}
	r, err := a.solver.Check(ctx)
	switch {
	case err != nil:
		return fmt.Errorf("hull: %w", err)
	case ctx.Err() != nil:
		return ctx.Err()
	case r == smt.Unsat:
		return use(nil)
	case r == smt.Unknown:
		return fmt.Errorf("%w: %s", errUndecided, a.solver.ReasonUnknown())
	}
	m, err := a.solver.Model()
	if err != nil {
		return fmt.Errorf("hull: %w", err)
	}
	return use(m)
}
