package condition

import (
	"context"
	"errors"
	"fmt"
	"time"

	"cupel/analysis/execution/concolic"
	"cupel/analysis/execution/inputs"
	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/program/passing"
	"cupel/engine"
	"cupel/verifier"
)

// A Complement describes how a condition was derived from the inputs that do not fail.
type Complement struct {
	Paths    int    `json:"paths"`    // of non-failing executions
	ProvedBy string `json:"proof_by"` // what proved that all other inputs fail
	guess    int    // see verifier.Restriction
}

// complement derives the condition from the inputs that do not fail: it collects the conditions of non-failing
// paths, and has the engine prove, on the complement program (package passing), that all other inputs fail. It is
// for loops with an input-dependent number of iterations, which have a failing path for each number, so that path
// conditions never add up to the error condition. It is tried after two counterexamples and again after four
// times as many, and returns true if the condition is found.
func (l *loop) complement(ctx context.Context) bool {
	n := len(l.res.Disjuncts)
	if !l.o.Complement || n < 2 || n < 4*l.asked || len(l.subject.Module.AddressUses)+len(l.subject.Module.Equalities) > 0 {
		return false
	}
	l.asked = n
	for _, d := range l.res.Disjuncts {
		if d.unknowns { // fails for some values of the unknowns
			return false
		}
	}
	defer l.begin("inputs that do not fail", fmt.Sprintf("after %d counterexamples", n))()
	passes, paths := l.f.False(), 0
	for guess := 1; guess <= passing.Guesses; guess++ {
		for range maxPassing {
			rep, err := l.searchPassing(ctx, passes, guess)
			if err != nil || rep.Verdict == engine.Unknown.String() {
				return false
			}
			if rep.Verdict == engine.True.String() {
				l.complete(passes, &Complement{Paths: paths, ProvedBy: rep.DecidedBy, guess: guess})
				return true
			}
			values, err := l.values(rep)
			if err != nil {
				return false
			}
			path, fails := l.passes(ctx, values)
			if fails {
				break // its termination is unclear
			}
			if path == nil {
				return false
			}
			passes, paths = l.f.Or(passes, path), paths+1
		}
	}
	return false
}

// searchPassing searches for a non-failing input besides the known ones.
func (l *loop) searchPassing(ctx context.Context, passes *logic.Term, guess int) (*verifier.Report, error) {
	share := time.Duration(complementShare)
	if l.asked <= 2 { // the failing paths may be finitely many
		share *= 2
	}
	cfg := l.o.Verifier // without facts, which are about failing executions
	if cfg.CPUTime > 0 {
		used := l.clock.Used()
		cfg.CPUTime = max(used+(cfg.CPUTime-used)/share, time.Millisecond)
	}
	if d, ok := ctx.Deadline(); ok {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, time.Until(d)/share)
		defer stop()
	}
	cfg.Restriction = l.restrictionTo(l.f.Not(l.f.Or(l.res.Term, passes)))
	cfg.Restriction.Passing = guess
	return l.verify(ctx, l.watched(), cfg)
}

// passes returns the path condition of a non-failing input, nil if unknown; true if the input fails after all.
func (l *loop) passes(ctx context.Context, values map[inputs.Slot]*logic.Term) (*logic.Term, bool) {
	out := l.subject.Run(ctx, func(s inputs.Slot) *logic.Term { return values[s] }, interp.Options{Trace: true, MaxTrace: interp.ReplayTrace, MaxSteps: followSteps})
	if out.Kind != interp.Halted && out.Kind != interp.Undefined {
		return nil, out.Kind == interp.ReachedError
	}
	path, err := concolic.Follow(ctx, l.subject.Flat, l.subject.Calls, l.subject.Inputs, out)
	if err != nil || len(path.Unknowns) > 0 || !path.Ends {
		return nil, false
	}
	t := l.f.True()
	for _, c := range path.Conditions {
		t = l.f.And(t, c.Term)
	}
	return t, false
}

// complete makes the complement of the non-failing inputs the condition.
func (l *loop) complete(passes *logic.Term, c *Complement) {
	l.res.Term, l.res.Complement = l.f.Not(passes), c
	l.res.Status, l.res.ProvedBy = Precise, "how their paths were followed"
}

// certifyComplement certifies that all inputs of the condition fail.
func (l *loop) certifyComplement(ctx context.Context) error {
	cfg := l.again()
	cfg.Restriction = l.restrictionTo(l.res.Simple.Term)
	cfg.Restriction.Passing = l.res.Complement.guess
	rep, err := l.watched().Verify(ctx, l.task, cfg)
	switch {
	case err != nil:
		return err
	case rep.Certificate == nil || !rep.Certificate.Holds():
		return errors.New("that all inputs of the condition fail is not certified: " + rep.Certified + rep.Reason)
	}
	l.res.Certified.Inside = "that no input of the condition comes to another end: " + rep.Certified
	return nil
}
