package verifier

import (
	"context"
	"time"

	"cupel/engine"
	"cupel/program/passes"
)

// mostFreeObjects bounds the objects of a program that is verified for all
// their addresses: each pair of them is kept apart by an assumption.
const mostFreeObjects = 40

// forAllAddresses verifies a program again that is proven for one choice of the
// addresses of its objects: for every choice. It reports whether that is a proof
// and then puts it into res.
func (s *setup) forAllAddresses(ctx context.Context, res *engine.Result, o engine.Observer) bool {
	start := time.Now()
	defer func() { s.report.time("all addresses", start) }()
	p, err := passes.Inline(s.module, passes.InlineOptions{RecursionBound: max(s.cfg.RecursionBound, firstRecursionBound), SymbolicBases: true})
	if err != nil {
		return false
	}
	if p, err = passes.FreeAddresses(p, mostFreeObjects); err != nil {
		return false
	}
	again := *s
	again.original, again.closed, again.ran, again.execution = p, nil, false, nil
	got, err := again.search(ctx, o)
	if err != nil || got.Verdict != engine.True {
		return false
	}
	*s, *res = again, *got
	return true
}
