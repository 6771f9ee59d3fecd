package bmc

import (
	"context"
	"fmt"

	"cupel/core/smt"
	"cupel/product/petri"
)

// An Inductive certificate shows that no reachable marking satisfies a predicate by
// k-induction: no sequence of up to K firings from the initial marking reaches it, and no
// K+1 firings from a marking that solves the state equation and the facts reach it for the
// first time at their end.
type Inductive struct {
	K     int
	Facts []Fact
}

// String describes the certificate in a few words.
func (c *Inductive) String() string {
	return fmt.Sprintf("%d-inductive relative to the state equation and %d facts", c.K+1, len(c.Facts))
}

// Check validates the certificate with another solver.
func (c *Inductive) Check(ctx context.Context, n *petri.Net, goal *petri.Predicate, open smt.Opener) error {
	for i, f := range c.Facts {
		if !f.General() {
			return fmt.Errorf("fact %d, %v, does not hold for all sequences", i, f)
		}
		if err := f.Check(ctx, n, goal); err != nil {
			return fmt.Errorf("fact %d, %v: %w", i, f, err)
		}
	}
	in, err := Induct(ctx, n, goal, open, c.Facts, c.K)
	if err != nil {
		return err
	}
	if in.Certificate == nil || in.Certificate.K > c.K {
		return fmt.Errorf("not %d-inductive: %s", c.K+1, in.Reason)
	}
	return nil
}

// An Induction is the outcome of Induct.
type Induction struct {
	Certificate *Inductive // nil when nothing was proven
	Reason      string
}

// Induct tries k-induction for k = 0, 1, ... up to most. facts hold for all firing
// sequences, as Proof.General does. The error is for a solver that cannot be used.
func Induct(ctx context.Context, n *petri.Net, goal *petri.Predicate, open smt.Opener, facts []Fact, most int) (Induction, error) {
	normal := n.Normalize(goal)
	base, err := newUnroller(n, normal, false, open)
	if err != nil {
		return Induction{}, err
	}
	defer base.close()
	base.fromInitial()
	step, err := newUnroller(n, normal, true, open)
	if err != nil {
		return Induction{}, err
	}
	defer step.close()
	if err := step.fromInvariant(facts); err != nil {
		return Induction{}, err
	}
	for k := 0; k <= most; k++ {
		r, err := base.reaches(ctx)
		if err != nil {
			return Induction{}, err
		}
		if r != smt.Unsat {
			return Induction{Reason: fmt.Sprintf("the base case %d is %v", k, r)}, nil
		}
		if err := step.avoid(); err != nil {
			return Induction{}, err
		}
		if err := step.step(); err != nil {
			return Induction{}, err
		}
		r, err = step.reaches(ctx)
		switch {
		case err != nil:
			return Induction{}, err
		case r == smt.Unsat:
			return Induction{Certificate: &Inductive{K: k, Facts: facts}}, nil
		case r == smt.Unknown:
			return Induction{Reason: fmt.Sprintf("the induction step %d is undecided: %s", k, step.solver.ReasonUnknown())}, nil
		}
		if err := base.step(); err != nil {
			return Induction{}, err
		}
	}
	return Induction{Reason: fmt.Sprintf("not %d-inductive", most+1)}, nil
}
