package verifier

import (
	"context"
	"time"

	"cupel/core/program/passes"
	"cupel/engine"
)

// forAllAddresses verifies a program again that is proven for one choice of the
// addresses of its objects: for every choice. nil: that gives no proof.
func (s *source) forAllAddresses(ctx context.Context, o engine.Observer) *answer {
	defer s.setup.journal.Time("all addresses", time.Now())
	p, err := passes.Inline(s.module, passes.InlineOptions{RecursionBound: max(s.setup.cfg.RecursionBound, firstRecursionBound), SymbolicBases: true})
	if err != nil {
		return nil
	}
	if p, err = passes.FreeAddresses(p, mostFreeObjects); err != nil {
		return nil
	}
	a, err := (&inlining{source: s, original: p}).search(ctx, o)
	if err != nil || a.result.Verdict != engine.True {
		return nil
	}
	return a
}
