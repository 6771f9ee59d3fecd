package passes

import (
	"context"

	"cupel/core/program"
)

// TargetEdges returns the edges into the error and the cuts, in the order of the program.
func TargetEdges(p *program.Program) []*program.Edge {
	var out []*program.Edge
	for _, e := range p.Edges {
		if e.Dst == p.Error || e.Dst.Cut != "" {
			out = append(out, e)
		}
	}
	return out
}

// Toward returns the slice of p for some of its edges to targets. The other edges to targets are removed; where a
// single other edge remains beside a removed one, its assumption is dropped, so that the execution continues. The result
// over-approximates reachability of the chosen targets; a path of it has to be replayed. The slicing pass is Slice or SliceInsensitive.
func Toward(ctx context.Context, p *program.Program, edges []*program.Edge, slice Pass) (*program.Program, error) {
	chosen := make(map[*program.Edge]bool, len(edges))
	for _, e := range edges {
		chosen[e] = true
	}
	left := func(e *program.Edge) bool {
		return chosen[e] || e.Dst != p.Error && e.Dst.Cut == ""
	}
	c := program.NewCopy(p)
	for _, l := range p.Locs {
		c.Location(l)
	}
	for _, l := range p.Locs {
		n := 0
		for _, e := range l.Out {
			if left(e) {
				n++
			}
		}
		for _, e := range l.Out {
			switch ops := e.Ops; {
			case !left(e):
			case n == 1 && !chosen[e] && len(l.Out) > 1 && len(ops) > 0 && ops[0].Kind == program.OpAssume:
				c.Edge(e, ops[1:])
			default:
				c.Edge(e, ops)
			}
		}
	}
	c.Init, c.Error = c.Location(p.Init), c.Location(p.Error)
	c.VarOf(nil)
	q, _, err := Pipeline{slice, DeadCode, Simplify}.Run(ctx, c.Program)
	return q, err
}
