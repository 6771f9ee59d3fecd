package passes

import (
	"context"

	"cupel/core/program"
)

// ReuseHeap lets blocks that are allocated in loops, calls of recursive functions included, lie anywhere. In the model each block lies behind the ones before it, so that no execution allocates for ever: the addresses come to an end.
// That is no reason for an execution of the program to end.
var ReuseHeap = measured("reuseheap", "lets blocks that are allocated in loops lie anywhere",
	func(ctx context.Context, p *program.Program) (*program.Program, error) {
		of := make([]int, len(p.Locs)) // strongly connected component, by the location's ID
		for i, c := range program.Components(p) {
			for _, l := range c {
				of[l.ID] = i + 1
			}
		}
		return program.CloneWith(p, func(e *program.Edge) []program.Op {
			if of[e.Src.ID] != of[e.Dst.ID] {
				return e.Ops
			}
			return reusing(e.Ops)
		}).Program, ctx.Err()
	})

func reusing(ops []program.Op) []program.Op {
	var out []program.Op
	for _, o := range ops {
		if o.Kind == program.OpAssign && o.Var.Root().Name == program.HeapTop {
			pos := o.Pos
			o = program.Havoc(o.Var, nil)
			o.Pos = pos
		}
		out = append(out, o)
	}
	return out
}
