package triple

import (
	"cupel/core/logic"
	"cupel/core/program"
)

// Partial reports whether one of the operations has a term that C leaves undefined for some operands.
func Partial(ops []program.Op) bool {
	found := false
	for o := range program.AllOps(ops) {
		if o.Expr == nil {
			continue
		}
		logic.Walk(func(u *logic.Term) bool {
			switch u.Op() {
			case logic.OpBVAddNSW, logic.OpBVSubNSW, logic.OpBVMulNSW, logic.OpBVNegNSW,
				logic.OpBVUDiv, logic.OpBVURem, logic.OpBVSDiv, logic.OpBVSRem, logic.OpDiv, logic.OpMod:
				found = true
			}
			return !found
		}, o.Expr)
	}
	return found
}
