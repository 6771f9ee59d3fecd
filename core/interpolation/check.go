package interpolation

import (
	"context"
	"fmt"

	"cupel/core/logic"
	"cupel/core/smt"
)

// InvalidError is the property of interpolants that a sequence violates.
type InvalidError struct {
	Position int // of the interpolant
	Reason   string
}

func (e *InvalidError) Error() string {
	return fmt.Sprintf("interpolation: I_%d %s", e.Position, e.Reason)
}

// Check decides whether itps are sequence interpolants of the steps: the first
// is true, the last false, every triple {I_{k-1}} T_k {I_k} is valid and I_k
// holds only symbols that occur on both sides of position k. It returns nil, an
// *InvalidError, ErrUnknown when the solver cannot decide a triple, or the
// solver's error.
func Check(ctx context.Context, open smt.Opener, o smt.Options, f *logic.Factory, steps []Step, itps []*logic.Term) error {
	n := len(steps)
	if len(itps) != n+1 {
		return &InvalidError{len(itps), fmt.Sprintf("ends the sequence, but there are %d steps", n)}
	}
	if !itps[0].IsTrue() {
		return &InvalidError{0, "is not true"}
	}
	if !itps[n].IsFalse() {
		return &InvalidError{n, "is not false"}
	}
	p := newProblem(f, steps)
	for k := 1; k < n; k++ {
		for _, v := range logic.FreeVars(itps[k]) {
			if !p.shared(v, k) {
				return &InvalidError{k, "holds " + v.Name() + ", which does not occur on both sides"}
			}
		}
	}
	s, err := open(f, o)
	if err != nil {
		return err
	}
	defer s.Close()
	for k := 1; k <= n; k++ {
		if itps[k].IsTrue() || itps[k-1].IsFalse() {
			continue
		}
		r, err := triple(ctx, s, p, itps, k)
		if err != nil {
			return err
		}
		switch r {
		case smt.Sat:
			return &InvalidError{k, "does not follow from I_" + fmt.Sprint(k-1) + " and the step"}
		case smt.Unknown:
			return fmt.Errorf("%w: cannot check I_%d", ErrUnknown, k)
		}
	}
	return nil
}

func triple(ctx context.Context, s smt.Solver, p *problem, itps []*logic.Term, k int) (smt.Result, error) {
	if err := s.Push(); err != nil {
		return smt.Unknown, err
	}
	for _, t := range append(p.step(k), itps[k-1], p.f.Not(itps[k])) {
		if err := s.Assert(t); err != nil {
			return smt.Unknown, err
		}
	}
	r, err := s.Check(ctx)
	if err != nil {
		return r, err
	}
	return r, s.Pop(1)
}
