package memory

import (
	"fmt"

	"cupel/core/program"
	"cupel/internal/sabotage"
)

// MayLose reports whether a block may be lost before main returns, as far as goals show it, see Limits.Lost.
func MayLose(m *program.Module, main *program.Func) bool { return newFlow(m).mayLose(main) != "" }

// mayLose says which block may be lost before main returns; "": none is. A block is not lost as long as a variable of main keeps its address, which happens to blocks
// that main allocates once each and assigns to a variable that is not assigned again.
func (x *flow) mayLose(main *program.Func) string {
	for _, s := range x.sites {
		if s.heap() && !x.held(s, main) && !sabotage.Active(sabotage.MemoryKept) {
			pos := s.alloc.Pos
			if !pos.IsValid() {
				pos = s.edge.Pos
			}
			return fmt.Sprintf("the block that is allocated at %s may be lost while the program runs", pos)
		}
	}
	return ""
}

// held reports whether main keeps the address of a block.
func (x *flow) held(s *site, main *program.Func) bool {
	if main == nil || s.fn != main || inCycle(s.edge) || x.calls(main) != 1 {
		return false
	}
	defs := map[*program.Var]int{}
	for _, l := range main.Locs {
		for _, e := range l.Out {
			for i := range e.Ops {
				e.Ops[i].Defines(func(v *program.Var) { defs[v]++ })
			}
		}
	}
	keeps := func(op *program.Op) bool {
		return op.Kind == program.OpAssign && op.Expr == s.alloc.Expr && x.owner[op.Var] == main && !op.Var.Temp && defs[op.Var] == 1
	}
	// The assignment comes after the allocation without a choice of ways between them.
	e, begun := s.edge, false
	for range maxHeldSteps {
		for i := range e.Ops {
			op := &e.Ops[i]
			begun = begun || op == s.alloc
			if begun && keeps(op) {
				return true
			}
			if begun && op.Kind == program.OpCall {
				return false
			}
		}
		if len(e.Dst.Out) != 1 {
			return false
		}
		e = e.Dst.Out[0]
	}
	return false
}

// calls is the number of calls of a function in the module.
func (x *flow) calls(fn *program.Func) (n int) {
	x.each(func(_ *program.Func, _ *program.Edge, op *program.Op) {
		if op.Kind == program.OpCall && op.Callee == fn {
			n++
		}
	})
	return n
}
