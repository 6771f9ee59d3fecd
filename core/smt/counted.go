package smt

import (
	"context"

	"cupel/core/logic"
)

// Counted is a solver whose checks, and those of them without an answer, are counted.
type Counted struct {
	Solver
	Checks, Undecided *int
}

// Check counts.
func (c Counted) Check(ctx context.Context, as ...*logic.Term) (Result, error) {
	*c.Checks++
	return c.Solver.Check(ctx, as...)
}

// Decide is Check, where the end of ctx is an error.
func (c Counted) Decide(ctx context.Context, as ...*logic.Term) (Result, error) {
	r, err := c.Check(ctx, as...)
	if err == nil && r == Unknown {
		*c.Undecided++
		err = ctx.Err()
	}
	return r, err
}
