package interpolation

import (
	"context"
	"fmt"
	"sort"

	"cupel/core/logic"
)

// HornSolver solves constrained Horn clauses. A clause is a Bool term of the
// form body implies head, understood as universally quantified over its
// symbols; the unknown predicates occur as applications (logic.OpApp of sort
// Bool) to symbols. It returns, for every predicate that occurs, parameters and
// a body that satisfy all clauses; ErrSat when there is no solution; another
// error when it gives up.
type HornSolver func(ctx context.Context, f *logic.Factory, clauses []*logic.Term) (map[string]HornSolution, error)

// HornSolution is the meaning of one predicate.
type HornSolution struct {
	Params []*logic.Term
	Body   *logic.Term
}

// Spacer interpolates by solving Horn clauses: one unknown predicate per cut over the symbols common to both sides, one clause per step. It is named after the
// engine in libz3 (Komuravelli, Gurfinkel and Chaki, "SMT-based model checking for recursive programs", CAV 2014) that Options.Horn usually is. A single
// query yields the whole sequence; with one query per cut the interpolants would not be inductive.
type Spacer struct{ o Options }

// NewSpacer returns the method; o.Horn must not be nil.
func NewSpacer(o Options) *Spacer { return &Spacer{o.withDefaults()} }

// Name returns spacer.
func (s *Spacer) Name() string { return "spacer" }

// Sequence computes sequence interpolants.
func (s *Spacer) Sequence(ctx context.Context, f *logic.Factory, steps []Step) ([]*logic.Term, error) {
	return s.o.checked(ctx, f, steps, func() ([]*logic.Term, error) { return s.sequence(ctx, f, steps) })
}

func (s *Spacer) sequence(ctx context.Context, f *logic.Factory, steps []Step) ([]*logic.Term, error) {
	p := newProblem(f, steps)
	if t := p.trivial(); t != nil {
		return t, nil
	}
	ses, err := newSession(s.o.Open, s.o.Solver, p)
	if err != nil {
		return nil, err
	}
	defer ses.close()
	// Only the clauses of a core, so that Spacer's predicates do not mention the rest.
	cores, err := ses.relaxations(ctx, s.o.Order, s.o.CoreBudget, 1)
	if err != nil {
		return nil, err
	}
	core := cores[0]
	names := make([]string, p.n+1)
	params := make([][]*logic.Term, p.n+1)
	apps := make([]*logic.Term, p.n+1)
	apps[0], apps[p.n] = f.True(), f.False()
	for k := 1; k < p.n; k++ {
		for v := range core.first {
			if core.shared(v, k) {
				params[k] = append(params[k], v)
			}
		}
		sort.Slice(params[k], func(i, j int) bool { return params[k][i].ID() < params[k][j].ID() })
		names[k] = fmt.Sprintf("interpolant!%d", k)
		apps[k] = f.App(names[k], logic.Bool, params[k]...)
	}
	clauses := make([]*logic.Term, p.n)
	for k := range clauses {
		clauses[k] = f.Implies(f.And(append(core.step(k+1), apps[k])...), apps[k+1])
	}
	sol, err := s.o.Horn(ctx, f, clauses)
	if err != nil {
		if ctx.Err() == nil {
			err = fmt.Errorf("%w: %v", ErrUnknown, err)
		}
		return nil, err
	}
	itps := make([]*logic.Term, p.n+1)
	itps[0], itps[p.n] = f.True(), f.False()
	for k := 1; k < p.n; k++ {
		h, ok := sol[names[k]]
		if !ok || len(h.Params) != len(params[k]) {
			return nil, fmt.Errorf("%w: the Horn solver does not say what %s means", ErrUnknown, names[k])
		}
		m := map[*logic.Term]*logic.Term{}
		for i, v := range h.Params {
			m[v] = params[k][i]
		}
		itps[k] = simplify(f, f.Subst(h.Body, m))
	}
	// The solution comes from outside this package and is always checked.
	if err := Check(ctx, s.o.Open, s.o.Solver, f, steps, itps); err != nil {
		return nil, err
	}
	return s.o.finish(ctx, ses, [][]*logic.Term{itps})
}
