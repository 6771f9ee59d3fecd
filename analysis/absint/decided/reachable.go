package decided

import (
	"context"

	"cupel/analysis/absint/relational"
	"cupel/core/program"
)

// Reachable removes the edges that the invariants prove infeasible, and locations left without edges. Origins lead to p, which is not changed; it is p
// where no edge is removed.
func Reachable(ctx context.Context, p *program.Program, o relational.Options) *program.Program {
	if p.LargeBlocks {
		return p
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	a := analyze(ctx, stop, p, o)
	if a == nil {
		return p
	}
	c := program.NewCopy(p)
	c.Init, c.Error = c.Location(p.Init), c.Location(p.Error)
	for _, e := range p.Edges {
		if a.may(e, p.Terms.True()) {
			c.Edge(e, e.Ops)
		}
	}
	if ctx.Err() != nil {
		return p
	}
	program.MarkLoopHeads(c.Program)
	c.VarOf(nil) // builds the index, so that later readers may be concurrent
	return c.Program
}
