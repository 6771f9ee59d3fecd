package ic3ia

import (
	"context"
	"errors"
	"fmt"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
	"cupel/engine/triple"
)

// ErrProof means that the invariants are no proof.
var ErrProof = errors.New("ic3ia: the invariants are no proof")

// checker verifies with another solver that invariants of all locations are inductive and exclude the targets. Facts that the search
// assumed are assumed.
type checker struct {
	p     *program.Program
	facts map[*program.Location]*logic.Term
	inv   []*logic.Term // by location ID; false at targets
}

// check asks a query for each edge.
func (c *checker) check(ctx context.Context, open smt.Opener) error {
	s, err := open(c.p.Terms, smt.Options{})
	if err != nil {
		return err
	}
	defer s.Close()
	if !c.inv[c.p.Init.ID].IsTrue() {
		return fmt.Errorf("%w: not all initial states", ErrProof)
	}
	for _, t := range c.p.Targets() {
		if !c.inv[t.ID].IsFalse() {
			return fmt.Errorf("%w: a target is not excluded", ErrProof)
		}
	}
	for _, e := range c.p.Edges {
		before, after := c.inv[e.Src.ID], c.inv[e.Dst.ID]
		if before.IsFalse() || after.IsTrue() || e.Src == c.p.Error || e.Src.Cut != "" {
			continue
		}
		t := triple.New(c.p, c.facts[e.Src], e.Ops)
		if t.Dead {
			continue
		}
		query := append([]*logic.Term{before, c.p.Terms.Not(t.Before(after))}, t.Assumes...)
		switch r, err := s.Check(ctx, c.p.Terms.And(query...)); {
		case err != nil:
			return err
		case r == smt.Sat:
			return fmt.Errorf("%w: a step from %v to %v leaves them", ErrProof, e.Src, e.Dst)
		case r == smt.Unknown:
			return errors.Join(ctx.Err(), fmt.Errorf("a step from %v to %v: no answer: %s", e.Src, e.Dst, s.ReasonUnknown()))
		}
	}
	return nil
}
