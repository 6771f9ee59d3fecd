package passes

import (
	"context"
	"math/big"

	"cupel/core/logic"
	"cupel/core/program"
)

// AssumeAccesses adds, before each operation that reads or writes memory or computes a pointer, the assumption that its bytes lie neither at null nor at the end of the
// address space, as no object does: one past its end there would be no address greater than those in it. Other executions are undefined, and have ended. An
// operation about no bytes, or a computation that comes to the pointer it began with, demands nothing.
var AssumeAccesses = measured("assumeaccesses", "assumes that accesses to memory do not reach the ends of the address space",
	func(ctx context.Context, p *program.Program) (*program.Program, error) {
		return program.CloneWith(p, func(e *program.Edge) []program.Op { return accessing(p, e.Ops) }).Program, ctx.Err()
	})

func accessing(p *program.Program, ops []program.Op) []program.Op {
	f := p.Terms
	var out []program.Op
	for i := range ops {
		o := &ops[i]
		if o.Kind != program.OpAccess || o.Check != program.OtherCheck && o.Check != program.PointerRange {
			out = append(out, *o)
			continue
		}
		w := o.Expr.Sort().Width()
		last := f.BVBig(new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(w)), big.NewInt(1)), w) // no byte
		room := o.Size
		if o.Check == program.PointerRange { // one past is allowed
			room = f.BV(0, w)
		}
		inside := f.And(f.Not(f.Eq(o.Expr, f.BV(0, w))), f.ULe(room, last), f.ULe(o.Expr, f.BVOp(logic.OpBVSub, last, room)))
		demands := f.Not(f.Eq(o.Size, f.BV(0, w)))
		if o.Check == program.PointerRange { // to add nothing is harmless, also to null
			demands = f.And(demands, f.Not(f.Eq(o.Expr, o.From())))
		}
		a := program.Assume(f.Or(f.Not(demands), inside))
		a.Pos = o.Pos
		out = append(out, a, *o)
	}
	return out
}
