package passes

import (
	"context"
	"errors"
	"fmt"

	"cupel/core/logic"
	"cupel/core/program"
)

// ReuseHeap lets blocks that are allocated in loops, calls of recursive functions included, lie anywhere, and so those for which there is no room behind the ones
// before them. In the model each block lies behind the ones before it, so that no execution allocates for ever, and none goes on where all blocks together are larger
// than the address space: the addresses come to an end. That is no reason for an execution of the program to end.
var ReuseHeap = measured("reuseheap", "lets blocks lie anywhere that are allocated in loops, or for which there is no room",
	func(ctx context.Context, p *program.Program) (*program.Program, error) {
		of := make([]int, len(p.Locs)) // strongly connected component, by the location's ID
		for i, c := range program.Components(p) {
			for _, l := range c {
				of[l.ID] = i + 1
			}
		}
		w := logic.BVSort(p.Model.PointerWidth())
		elsewhere := &program.Var{Name: "#elsewhere", Sym: p.Terms.Fresh("#elsewhere", w), Temp: true}
		var err error
		c := program.CloneWith(p, func(e *program.Edge) []program.Op {
			ops, failed := reusing(p, e.Ops, of[e.Src.ID] == of[e.Dst.ID], elsewhere)
			err = errors.Join(err, failed)
			return ops
		})
		if err != nil {
			return nil, err
		}
		c.Vars = append(c.Vars, elsewhere)
		c.VarOf(nil)
		return c.Program, ctx.Err()
	})

// reusing are the operations of an edge, which may be on a cycle. The variable holds an address of a block for which there is no room.
func reusing(p *program.Program, ops []program.Op, cyclic bool, elsewhere *program.Var) ([]program.Op, error) {
	var out []program.Op
	var block *program.Var // of the last allocation
	for _, o := range ops {
		switch {
		case o.Kind == program.OpAssign && o.Var.Root().Name == program.HeapTop && cyclic:
			pos := o.Pos
			o = program.Havoc(o.Var, nil)
			o.Pos = pos
		case o.Kind == program.OpAssign:
			if v := p.VarOf(o.Expr); v != nil && v.Root().Name == program.HeapTop {
				block = o.Var
			}
		case o.Kind == program.OpAssume && o.Note == program.Room:
			if block == nil {
				return nil, fmt.Errorf("reuseheap: no block at %s", o.Pos)
			}
			for _, n := range []program.Op{program.Havoc(elsewhere, nil), program.Assign(block, p.Terms.Ite(o.Expr, block.Sym, elsewhere.Sym))} {
				n.Pos = o.Pos
				out = append(out, n)
			}
		}
		out = append(out, o)
	}
	return out, nil
}
