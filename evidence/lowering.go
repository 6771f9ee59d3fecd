package evidence

import (
	"context"
	"errors"
	"fmt"

	"cupel/certify/simulation"
	"cupel/logic"
	"cupel/smt"
)

// onLowering lets a certificate about integers say of the machine what it says of them: the second
// solver is asked of every operation whether the lowering was right. Where one was wrong there is no
// certificate; those without an answer are trusted.
func (s *explanation) onLowering(ctx context.Context, ref *reference, cert *Certificate) *Certificate {
	n := 0
	res, err := simulation.Check(ctx, ref.lowering, counting(s.inTurn(1), &n))
	switch {
	case errors.Is(err, simulation.ErrWrong):
		return uncertified(cert.Solver, "proven over the integers, but "+reasonOf(ctx, err))
	case err != nil:
		return uncertified(cert.Solver, cert.Reason+"; the integer lowering was not checked: "+reasonOf(ctx, err))
	}
	cert.Obligations += n
	cert.What += fmt.Sprintf(", over the integers; of %d operations %d were asked about the lowering", res.Operations, res.Operations-res.Unanswered)
	if res.Unanswered > 0 {
		cert.Trusted = append(cert.Trusted, fmt.Sprintf("integer lowering of %d of %d operations", res.Unanswered, res.Operations))
	}
	return cert
}

// muted is a solver that answers nothing, see sabotage.Silence.
type muted struct{ smt.Solver }

// Check implements smt.Solver.
func (muted) Check(context.Context, ...*logic.Term) (smt.Result, error) { return smt.Unknown, nil }

// ReasonUnknown implements smt.Solver.
func (muted) ReasonUnknown() string { return "silenced" }
