package kinduction

import (
	"context"
	"errors"
	"fmt"
	"maps"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
)

// checker re-checks the queries of a proof with another solver.
type checker struct {
	p         *program.Program
	facts     map[*program.Location]*logic.Term
	lemmas    []lemma
	depth     int
	induction bool
}

// check repeats the base case and the step case, after proving the lemmas in their order.
func (c *checker) check(ctx context.Context, open smt.Opener) error {
	s, err := open(c.p.Terms, smt.Options{})
	if err != nil {
		return err
	}
	defer s.Close()
	base, err := newBase(c.p, s)
	if err != nil {
		return err
	}
	for range c.depth {
		if err := base.none(ctx, "the base case"); err != nil {
			return err
		}
	}
	if !c.induction {
		if len(base.layer) > 0 {
			return fmt.Errorf("an execution goes on after %d blocks", c.depth)
		}
		return nil
	}
	known := maps.Clone(c.facts)
	if known == nil {
		known = map[*program.Location]*logic.Term{}
	}
	for _, l := range c.lemmas {
		if l.depth > len(base.layers) {
			return fmt.Errorf("claims of depth %d in a proof of depth %d", l.depth, c.depth)
		}
		claims := make([]*claim, len(l.claims))
		for i, x := range l.claims {
			claims[i] = &claim{at: x.at, formula: x.formula}
		}
		held, err := base.holding(ctx, claims)
		if err == nil && len(held) < len(claims) {
			err = errors.New("a claim does not hold in the base case")
		}
		if err == nil {
			err = c.step(ctx, open, known, l.depth, claims)
		}
		if err != nil {
			return err
		}
		for _, x := range claims {
			c.p.Conjoin(known, x.at, x.formula)
		}
	}
	return c.step(ctx, open, known, c.depth+1, nil)
}

// step re-checks a step case with known facts: of claims, or with none, of the absence of errors.
func (c *checker) step(ctx context.Context, open smt.Opener, known map[*program.Location]*logic.Term, depth int, claims []*claim) error {
	s, err := open(c.p.Terms, smt.Options{})
	if err != nil {
		return err
	}
	defer s.Close()
	step, err := newStep(c.p, s, known)
	if err != nil {
		return err
	}
	for range depth - 1 {
		if err := step.extend(ctx); err != nil {
			return err
		}
	}
	if claims == nil {
		return step.none(ctx, "the step case")
	}
	if err := step.extend(ctx); err != nil {
		return err
	}
	for _, x := range claims {
		x.on = step.fresh()
		if err := step.suppose(x); err != nil {
			return err
		}
	}
	proven, err := step.inductive(ctx, claims)
	if err == nil && len(proven) < len(claims) {
		err = errors.Join(ctx.Err(), fmt.Errorf("a claim is not proven at depth %d", depth))
	}
	return err
}

// none extends the unrolling and requires that no target is reached.
func (u *unrolling) none(ctx context.Context, which string) error {
	if err := u.extend(ctx); err != nil {
		return err
	}
	switch r, err := u.reaches(ctx); {
	case err != nil:
		return err
	case r == smt.Sat:
		return fmt.Errorf("%s reaches the error at depth %d", which, u.depth)
	case r == smt.Unknown:
		return errors.Join(ctx.Err(), fmt.Errorf("%s at depth %d: no answer: %s", which, u.depth, u.s.ReasonUnknown()))
	}
	return nil
}
