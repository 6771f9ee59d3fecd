package evidence

import (
	"context"
	"fmt"
	"slices"

	"cupel/engine"
)

// explainParts reports a proof that consists of several, each of which is certified for itself.
func (s *explanation) explainParts(ctx context.Context, p *engine.Proof) error {
	s.report.Proof = p.Summary
	s.tellSettled()
	if s.options.Certify {
		ended := s.journal.Begin("certification", fmt.Sprintf("%d proofs", len(s.parts)))
		ctx, cancel := s.timed(ctx)
		defer cancel()
		s.report.certified(s.certifyParts(ctx))
		ended()
	}
	return s.writeProof(nil)
}

// certifyParts certifies each of the proofs; the level is the lowest one.
func (s *explanation) certifyParts(ctx context.Context) *Certificate {
	whole := &Certificate{Solver: s.options.Certifier}
	for i, c := range s.parts {
		part := explaining(c, s.report)
		own, stop := timeShare(ctx, 1/float64(len(s.parts)-i))
		_, cert := part.certifyReference(own, c.Answer.Result.Proof, s.options.Certifier, part.second)
		stop()
		if !cert.Holds() {
			return uncertified(s.options.Certifier, fmt.Sprintf("of %d proofs that are needed, one has no certificate: %s", len(s.parts), cert.Reason))
		}
		if whole.Level != LevelLowered {
			whole.Level, whole.Kind = cert.Level, cert.Kind
		}
		whole.Obligations += cert.Obligations
		whole.Checked = append(whole.Checked, cert.Checked...)
		whole.What = fmt.Sprintf("each of %d proofs: %s", len(s.parts), cert.What)
		for _, t := range cert.Trusted {
			if !slices.Contains(whole.Trusted, t) {
				whole.Trusted = append(whole.Trusted, t)
			}
		}
	}
	whole.Checked = whole.Checked[:min(len(whole.Checked), maxListed)]
	return whole
}
