package sizeinduction

import (
	"cupel/core/logic"
	"cupel/core/program"
)

// Restate is a program without checks for undefined behaviour, of which a proof is one of p. With strict they are assumptions; otherwise they
// are left out, together with the assumptions that cells of arrays are in the range of their type, and it has more executions.
func Restate(p *program.Program, strict bool) *program.Program {
	c := program.CloneWith(p, func(e *program.Edge) []program.Op {
		var ops []program.Op
		for _, op := range e.Ops {
			switch {
			case op.Kind == program.OpAccess || op.Kind == program.OpAlloc || op.Kind == program.OpFree:
			case op.Kind == program.OpCheck && strict:
				n := program.Assume(op.Expr)
				n.Pos = op.Pos
				ops = append(ops, n)
			case op.Kind == program.OpCheck, !strict && op.Bounds() && reads(op.Expr):
			default:
				ops = append(ops, op)
			}
		}
		return ops
	})
	program.MarkLoopHeads(c.Program)
	return c.Program
}

// reads reports whether a term reads an array.
func reads(t *logic.Term) bool {
	found := false
	logic.Walk(func(u *logic.Term) bool {
		found = found || u.Op() == logic.OpSelect
		return !found
	}, t)
	return found
}
