package kinduction

import (
	"context"
	"errors"
	"fmt"

	"cupel/logic"
	"cupel/program"
	"cupel/smt"
)

// checker asks the questions of a proof again, with another solver.
type checker struct {
	p         *program.Program
	facts     map[*program.Location]*logic.Term
	depth     int
	induction bool
}

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
	t, err := open(c.p.Terms, smt.Options{})
	if err != nil {
		return err
	}
	defer t.Close()
	step, err := newStep(c.p, t, c.facts)
	if err != nil {
		return err
	}
	for range c.depth {
		if err := step.extend(ctx); err != nil {
			return err
		}
	}
	return step.none(ctx, "the step case")
}

// none extends and demands that no target is reached.
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
