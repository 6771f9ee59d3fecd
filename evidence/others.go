package evidence

import (
	"context"
	"fmt"

	"cupel/engine"
	"cupel/evidence/witness"
)

// ownTime is the share of the evidence time for certifying the proof itself, if other proofs may be tried.
func (s *explanation) ownTime(ctx context.Context, share float64) (context.Context, context.CancelFunc) {
	if s.others == nil || !s.options.Certify {
		return context.WithCancel(ctx)
	}
	return timeShare(ctx, share)
}

// certifyOthers seeks another engine's proof of the same program if the verdict's proof cannot be certified, as
// cert explains. The certificate returned names the engine. If that engine reaches the error by a replayed
// execution, one of the two is wrong.
func (s *explanation) certifyOthers(ctx context.Context, cert *Certificate) ([]witness.Invariant, *Certificate) {
	if s.others == nil {
		return nil, cert
	}
	for other := range s.others(ctx) {
		switch {
		case other.Answer.Result.Verdict == engine.False && other.Answer.Proven != nil:
			cert.contradicted = fmt.Sprintf("%s proves the program, %s reaches the error", s.report.DecidedBy, other.Options.Engine)
			cert.Reason = cert.contradicted
			return nil, cert
		case other.Answer.Result.Verdict != engine.True || other.Stages.Original == nil || other.Stages.Prepared == nil:
			continue
		}
		o := explaining(other, s.report)
		c, found := o.certifyReference(ctx, other.Answer.Result.Proof, s.options.Certifier, o.second)
		if !found.Holds() {
			cert.Reason += fmt.Sprintf("; the proof of %s: %s", other.Options.Engine, found.Reason)
			continue
		}
		found.ProofOf = other.Options.Engine
		if c == nil {
			return nil, found
		}
		s.cells = o.cellInvariants(ctx, c)
		return o.witnessInvariants(ctx, c, o.second), found
	}
	return nil, cert
}
