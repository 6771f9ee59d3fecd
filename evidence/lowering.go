package evidence

import (
	"context"
	"errors"
	"fmt"
	"time"

	"cupel/core/logic"
	"cupel/core/smt"
	"cupel/kernel/certify/simulation"
)

// onLowering extends a certificate over the integers by checking the lowering of every operation with the
// second solver. A wrong operation voids the certificate; operations without an answer are trusted.
func (s *explanation) onLowering(ctx context.Context, ref *reference, cert *Certificate) *Certificate {
	n := 0
	res, err := simulation.Check(ctx, ref.lowering, counting(s.operations(ctx), &n))
	switch {
	case errors.Is(err, simulation.ErrWrong):
		c := uncertified(cert.Solver, "proven over the integers, but "+reasonOf(ctx, err))
		c.refuted = true
		return c
	case err != nil:
		return uncertified(cert.Solver, "the integer lowering was not checked: "+reasonOf(ctx, err))
	}
	c := *cert
	c.Obligations += n
	c.What += fmt.Sprintf(", over the integers; of %d operations %d were asked about the lowering", res.Operations, res.Operations-res.Unanswered)
	if res.Unanswered > 0 {
		c.Trusted = append(c.Trusted, fmt.Sprintf("integer lowering of %d of %d operations", res.Unanswered, res.Operations))
	}
	return &c
}

// operations opens the solver for queries about operations, by time as well: multiplication may exceed any
// resource limit.
func (s *explanation) operations(ctx context.Context) smt.Opener {
	r := resources{blast: operationResources, integers: operationResources}
	if d, ok := ctx.Deadline(); ok {
		r.most = time.Duration(operationShare * float64(time.Until(d)))
	}
	return s.inTurn(r)
}

// muted is a solver without answers, see sabotage.Silence.
type muted struct{ smt.Solver }

// Check implements smt.Solver.
func (muted) Check(context.Context, ...*logic.Term) (smt.Result, error) { return smt.Unknown, nil }

// ReasonUnknown implements smt.Solver.
func (muted) ReasonUnknown() string { return "silenced" }
