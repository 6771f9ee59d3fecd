package verifier

import (
	"context"

	"cupel/core/program/passes"
	"cupel/engine"
)

// forAllAddresses verifies a program again that is proven for one choice of the
// addresses of its objects: for every choice. nil: that gives no proof.
func (s *source) forAllAddresses(ctx context.Context, o engine.Observer) *answer {
	defer s.setup.journal.Begin("all addresses", "")()
	options := passes.InlineOptions{RecursionBound: max(s.setup.cfg.RecursionBound, firstRecursionBound), SymbolicBases: true}
	s.inliningOptions(ctx, ctx, &options)
	p, err := passes.Inline(s.module, options)
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
