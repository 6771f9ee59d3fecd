package verifier

import (
	"context"

	"cupel/analysis/adjacency"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/engine"
)

// addressUses are the places where the addresses of objects matter: a proof about the addresses that were chosen is none for others.
func (s *source) addressUses(ctx context.Context) []program.Pos {
	if s.module == nil {
		return nil
	}
	if !s.usesKnown {
		s.uses, s.usesKnown = adjacency.Uses(ctx, s.module, max(s.setup.cfg.RecursionBound, firstRecursionBound)), true
	}
	return s.uses
}

// addressUses are the places where addresses matter to an answer. Executions have compared their pointers: they tell more than an analysis.
func (a *answer) addressUses(ctx context.Context) []program.Pos {
	if a.apart && a.source.module != nil {
		return a.source.module.AddressUses
	}
	return a.source.addressUses(ctx)
}

// forAllAddresses verifies a program again that is proven for one choice of the
// addresses of its objects: for every choice. nil: that gives no proof.
func (s *source) forAllAddresses(ctx context.Context, o engine.Observer) *answer {
	defer s.setup.journal.Begin("all addresses", "")()
	in, err := s.inlineFree(ctx)
	if err != nil {
		return nil
	}
	a, err := in.search(ctx, o)
	if err != nil || a.result.Verdict != engine.True {
		return nil
	}
	return a
}

// inlineFree is the inlined program with any addresses of its objects.
func (s *source) inlineFree(ctx context.Context) (*inlining, error) {
	options := passes.InlineOptions{RecursionBound: max(s.setup.cfg.RecursionBound, firstRecursionBound), SymbolicBases: true}
	s.inliningOptions(ctx, ctx, &options)
	p, err := passes.Inline(s.module, options)
	if err == nil {
		p, err = passes.FreeAddresses(p, mostFreeObjects)
	}
	if err != nil {
		return nil, err
	}
	return &inlining{source: s, original: p, anyAddresses: true}, nil
}
