package cegar

import (
	"context"
	"errors"
	"slices"

	"cupel/core/interpolation"
	"cupel/core/logic"
	"cupel/core/program"
)

// A refutation explains per position why a trace is infeasible: a formula over program variables (sequence or
// binary interpolants), and variables to track. Other positions have the formula true or false, and no
// variables.
type refutation struct {
	itps []*logic.Term
	vars [][]*program.Var
	// alone is the step that is infeasible from any state; -1: none is.
	alone int
}

func (x *search) nothing(t *trace) *refutation {
	r := &refutation{itps: make([]*logic.Term, t.Len()+1), vars: make([][]*program.Var, t.Len()+1), alone: -1}
	for i := range r.itps {
		r.itps[i] = x.f.True()
	}
	return r
}

// proper reports whether position i has to be refined.
func (r *refutation) proper(i int) bool { return !r.itps[i].IsConst() || len(r.vars[i]) > 0 }

// first returns the lowest position to refine, or the target of the step that is infeasible alone; 0: none.
func (r *refutation) first() int {
	for i := range r.itps {
		if r.proper(i) {
			return i
		}
	}
	return r.alone + 1
}

// A refuter computes a refutation. errNoInterpolant means that its method fails for the trace.
type refuter func(x *search, ctx context.Context, t *trace) (*refutation, error)

var errNoInterpolant = errors.New("no interpolants")

// refuters by the values of --refinement.
var refuters = map[string]refuter{
	SeqItp:    (*search).sequence,
	FwBinItp:  (*search).forward,
	BwBinItp:  (*search).backward,
	UnsatCore: (*search).core,
}

// refute applies the chosen method and, if it fails, the conditions of an unsatisfiable core.
func (x *search) refute(ctx context.Context, t *trace) (*refutation, error) {
	r, err := refuters[x.o.Refinement](x, ctx, t)
	if !errors.Is(err, errNoInterpolant) || ctx.Err() != nil {
		if err == nil && x.o.Domain == Expl {
			x.variables(r)
		}
		return r, err
	}
	x.stats.noInterpolants++
	if x.o.Fallback == NoFallback {
		return nil, err
	}
	if x.o.Domain == Expl {
		return x.core(ctx, t)
	}
	return x.conditions(ctx, t)
}

// variables replaces interpolants by the variables in them, for the explicit domain.
func (x *search) variables(r *refutation) {
	for i, t := range r.itps {
		if t.IsConst() {
			continue
		}
		for _, s := range logic.FreeVars(t) {
			if v := x.p.VarOf(s); v != nil && !slices.Contains(r.vars[i], v) {
				r.vars[i] = append(r.vars[i], v)
			}
		}
	}
}

// sequence computes sequence interpolants of the path's formula.
func (x *search) sequence(ctx context.Context, t *trace) (*refutation, error) {
	steps := t.Enc.Steps
	if x.o.PathFormula == OfStates {
		steps = make([]interpolation.Step, t.Len())
		for i := range steps {
			steps[i] = t.withState(i, i+1)
		}
	}
	itps, err := x.interpolate(ctx, steps)
	if err != nil {
		return nil, err
	}
	r := x.nothing(t)
	for i := 1; i < t.Len(); i++ {
		back, ok := t.Enc.Back(i, itps[i])
		if !ok {
			return nil, errNoInterpolant
		}
		r.itps[i] = back
	}
	r.itps[t.Len()] = x.f.False()
	for i := 1; i <= t.Len() && r.alone < 0; i++ {
		if r.itps[i-1].IsTrue() && r.itps[i].IsFalse() {
			r.alone = i - 1
		}
	}
	return r, nil
}

// interpolate calls the chosen interpolation method.
func (x *search) interpolate(ctx context.Context, steps []interpolation.Step) ([]*logic.Term, error) {
	itps, err := x.given.Tools.Interpolate.Sequence(ctx, x.f, steps)
	var invalid *interpolation.InvalidError
	switch {
	case err == nil:
		return itps, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, interpolation.ErrSat), errors.Is(err, interpolation.ErrUnknown), errors.As(err, &invalid):
		return nil, errNoInterpolant
	}
	return nil, err
}

// forward interpolates between the longest feasible prefix and the next step, states included (section
// 2.1.3.2).
func (x *search) forward(ctx context.Context, t *trace) (*refutation, error) {
	// Formula i is step i with the state after it.
	fs := make([]*logic.Term, t.Len())
	for i := range fs {
		fs[i] = x.f.And(t.Ops[i], t.stateAt(i+1))
	}
	n, err := x.traces.firstUnsat(ctx, t.Len(), func(n int) []*logic.Term { return fs[:n] })
	if err != nil {
		return nil, err
	}
	// The first n steps are infeasible, the first n-1 are not: the interpolant is at position n-1.
	r := x.nothing(t)
	if n <= 1 {
		r.alone = 0
		return r, nil
	}
	var a interpolation.Step
	for i := range n - 1 {
		s := t.withState(i, i+1)
		a.Defs, a.Assumes = append(a.Defs, s.Defs...), append(a.Assumes, s.Assumes...)
	}
	return x.binary(ctx, t, r, n-1, a, t.withState(n-1, n), false)
}

// backward interpolates between the longest feasible suffix and the step before it, states included (section
// 2.2.3).
func (x *search) backward(ctx context.Context, t *trace) (*refutation, error) {
	// Suffixes by position, from the end: steps with the states before them.
	fs := make([]*logic.Term, t.Len())
	for i := range fs {
		at := t.Len() - 1 - i
		fs[i] = x.f.And(t.Ops[at], t.stateAt(at))
	}
	n, err := x.traces.firstUnsat(ctx, t.Len(), func(n int) []*logic.Term { return fs[:n] })
	if err != nil {
		return nil, err
	}
	at := t.Len() - n // the suffix from at is infeasible, the one from at+1 is not
	r := x.nothing(t)
	if n <= 1 {
		r.alone = t.Len() - 1
		return r, nil
	}
	var rest interpolation.Step
	rest.Assumes = append(rest.Assumes, t.stateAt(at+1))
	for i := at + 1; i < t.Len(); i++ {
		s := t.withState(i, i)
		rest.Defs, rest.Assumes = append(rest.Defs, s.Defs...), append(rest.Assumes, s.Assumes...)
	}
	// An interpolant of (A, B) is the negation of one of (B, A); in the path's order symbols are defined before
	// use.
	return x.binary(ctx, t, r, at+1, t.withState(at, at), rest, true)
}

// binary sets the interpolant of two formulas at a position.
func (x *search) binary(ctx context.Context, t *trace, r *refutation, at int, a, b interpolation.Step, negate bool) (*refutation, error) {
	itps, err := x.interpolate(ctx, []interpolation.Step{a, b})
	if err != nil {
		return nil, err
	}
	i, ok := t.Enc.Back(at, itps[1])
	if !ok {
		return nil, errNoInterpolant
	}
	if negate {
		i = x.f.Not(i)
	}
	r.itps[at] = i
	switch {
	case !i.IsConst():
	case i.IsFalse() != negate:
		r.alone = at - 1 // the first step is infeasible alone
	default:
		r.alone = at
	}
	return r, nil
}

// coreOf returns an unsatisfiable core of the trace.
func (x *search) coreOf(ctx context.Context, t *trace) ([]interpolation.Part, error) {
	x.stats.traceChecks++
	core, err := interpolation.Core(ctx, x.given.Tools.Open, x.given.Tools.Solver, x.f, t.Enc.Steps, coreBudget)
	if errors.Is(err, interpolation.ErrSat) || errors.Is(err, interpolation.ErrUnknown) {
		return nil, errNoInterpolant
	}
	return core, err
}

// core tracks at each position the variables that the unsatisfiable core mentions both before and after it.
func (x *search) core(ctx context.Context, t *trace) (*refutation, error) {
	core, err := x.coreOf(ctx, t)
	if err != nil {
		return nil, err
	}
	first, last := map[*logic.Term]int{}, map[*logic.Term]int{}
	for _, c := range core {
		for _, s := range logic.FreeVars(c.Formula) {
			if _, ok := first[s]; !ok {
				first[s] = c.Step
			}
			last[s] = max(last[s], c.Step)
		}
	}
	r := x.nothing(t)
	for i := 1; i < t.Len(); i++ {
		for _, v := range x.p.Vars {
			s := t.Enc.Value(i, v)
			if f, ok := first[s]; ok && f < i && last[s] >= i {
				r.vars[i] = append(r.vars[i], v)
			}
		}
	}
	if len(core) > 0 {
		r.alone = core[0].Step // nothing shared: the core lies in one step
	}
	return r, nil
}

// conditions handles traces without interpolants: the assumptions in an unsatisfiable core become predicates at
// their positions. They are no interpolants, so the paper's guarantee of progress does not hold.
func (x *search) conditions(ctx context.Context, t *trace) (*refutation, error) {
	core, err := x.coreOf(ctx, t)
	if err != nil {
		return nil, err
	}
	r := x.nothing(t)
	for _, c := range core {
		// The condition is over the values before the step, or after it.
		for _, at := range []int{c.Step, c.Step + 1} {
			if c.Def != nil || at == 0 || at == t.Len() {
				continue
			}
			if back, ok := t.Enc.Back(at, c.Formula); ok && !back.IsConst() {
				r.itps[at] = x.f.And(r.itps[at], back)
			}
		}
	}
	if len(core) > 0 {
		r.alone = core[0].Step
	}
	return r, nil
}
