package verifier

import (
	"context"
	"fmt"
	"math/big"

	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/engine"
)

// byFiniteness looks for a proof that needs no argument about single loops: there are none, or a bound of their turns is not exceeded, which the analyses before
// an engine show for loops that count, and engines for trees of paths that are finite.
func (t *termination) byFiniteness(ctx context.Context) *answer {
	const name = "finite"
	if !t.cut.None() {
		return nil
	}
	if len(t.heads) == 0 {
		if !t.uncut(ctx) {
			return nil
		}
		return t.proven("no loop and no recursion is left", name)
	}
	open := t.openHeads()
	if t.counted(ctx, open) == engine.True {
		for _, h := range open {
			t.close(h, name, "the number of its turns is bounded")
		}
		return t.allCounted(name)
	}
	if len(open) < 2 {
		return nil
	}
	uncut := false
	for _, h := range open {
		if t.counted(ctx, []*program.Location{h}) == engine.True {
			t.close(h, name, "the number of its turns is bounded")
			uncut = true // no execution comes to one, whatever the other loops do
		}
	}
	if uncut && len(t.openHeads()) == 0 {
		return t.allCounted(name)
	}
	return nil
}

// allCounted is the answer where counters of all loops are bounded and no cut is reached.
func (t *termination) allCounted(name string) *answer {
	return t.proven(fmt.Sprintf("the number of turns of each of %d loops is bounded", len(t.heads)), name)
}

// counted asks whether each of some loops makes a bounded number of turns whenever an execution enters it, and no cut is reached.
func (t *termination) counted(ctx context.Context, heads []*program.Location) engine.Verdict {
	limit := t.original.Terms.BVBig(new(big.Int).Lsh(big.NewInt(1), turnLimit), turnBits)
	reused, _, err := passes.ReuseHeap.Run(ctx, t.original) // memory that comes to an end is no reason
	if err != nil {
		return engine.Unknown
	}
	at := make([]*program.Location, len(heads))
	for i, h := range heads {
		at[i] = reused.Locs[h.ID]
	}
	p, err := passes.Counted(reused, at, turnBits, limit)
	if err != nil {
		return engine.Unknown
	}
	return t.reached(t.ask(ctx, p))
}
