package evidence

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"cupel/core/smt"
	"cupel/engine"
	"cupel/kernel/certify"
)

// loopClaims returns the claims of the loop summaries that a proof rests on.
func (s *explanation) loopClaims(ctx context.Context, p *engine.Proof) *engine.LoopClaims {
	if s.claimed == nil {
		s.claimed = &engine.LoopClaims{}
		if p.Loops != nil {
			s.claimed = p.Loops(ctx)
			s.claimed.Summaries = slices.DeleteFunc(s.claimed.Summaries, func(l engine.LoopSummary) bool { return !s.stages.Prepared.Has(l.Head) })
		}
	}
	return s.claimed
}

// proposeHarmless adds the claim that loop heads are reached only in states from which, by the summaries, no
// path reaches the error, and reports whether some of it is inductive.
func (s *explanation) proposeHarmless(ctx context.Context, c *certify.Proof, ref *reference, p *engine.Proof) bool {
	ctx, stop := s.within(ctx, 0.25)
	defer stop()
	harmless := s.loopClaims(ctx, p).Harmless
	if len(harmless) == 0 {
		return false
	}
	before := maps.Clone(c.Invariants)
	c.Claim(s.atOriginals(ref, p.Invariants)) // the new claims may need them
	c.Claim(s.atOriginals(ref, harmless))
	if c.Weaken(ctx, s.tools.Open) != nil {
		c.Invariants = before
		return false
	}
	return !maps.Equal(before, c.Invariants)
}

// orByLoops returns the better of a certificate and one on the program with ghosts. An unsuccessful certificate
// tells how many summaries hold.
func (s *explanation) orByLoops(ctx context.Context, cert *Certificate, p *engine.Proof, solver string, open smt.Opener) *Certificate {
	if cert.Level == LevelSource {
		return cert
	}
	loops := s.ghosts(ctx, p)
	if loops == nil {
		if s.options.Certify && p.Loops != nil && !cert.Holds() {
			cert.Reason += "; its loop summaries say nothing that could be asked"
		}
		return cert
	}
	_, own := s.certifyOn(ctx, s.references()[0], loops, p, solver, open)
	switch {
	case own.Level == LevelSource || own.Holds() && !cert.Holds() && !cert.refuted:
		return own
	case !cert.Holds():
		cert.Reason += fmt.Sprintf("; of %d loop summaries %s checked %d", len(loops.summaries), solver, loops.checked(ctx, open))
	}
	return cert
}
