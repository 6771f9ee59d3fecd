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

// Toward returns the slice of p for some of its edges to targets. An execution that takes one of
// the others goes on, where there is one way to go on, as if it had not: what such an edge
// demanded of the way beside it is not assumed. The result reaches the chosen targets whenever
// p does; a path of it is to be replayed.
func Toward(ctx context.Context, p *program.Program, edges []*program.Edge) (*program.Program, error) {
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
			case n == 1 && len(l.Out) > 1 && len(ops) > 0 && ops[0].Kind == program.OpAssume:
				c.Edge(e, ops[1:])
			default:
				c.Edge(e, ops)
			}
		}
	}
	c.Init, c.Error = c.Location(p.Init), c.Location(p.Error)
	c.VarOf(nil)
	q, _, err := Pipeline{Slice, DeadCode, Simplify}.Run(ctx, c.Program)
	return q, err
}
