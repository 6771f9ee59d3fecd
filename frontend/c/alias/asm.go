package alias

import (
	"strings"

	"cupel/frontend/c/tree"

	"modernc.org/cc/v4"
)

// asm evaluates the operands of an assembler statement. Inputs are passed on to the outputs whose place they take; where an output has another value, the
// outputs are one memory whose bytes may be copied to each other.
func (a *analysis) asm(n *cc.Asm) {
	if n == nil || n.AsmArgList == nil {
		return
	}
	outputs, ok := tree.Operands(n.AsmArgList)
	if !ok {
		return
	}
	places := make([]lvalue, len(outputs))
	for i, out := range outputs {
		places[i] = a.lval(out.Expr)
	}
	inputs, _ := tree.Operands(n.AsmArgList.AsmArgList)
	passed := map[int]bool{}
	for _, in := range inputs {
		v := a.rval(in.Expr)
		if k, tied := in.Tied(); tied && k < len(places) {
			out := places[k]
			passed[k] = true
			a.store(out.node, out.typ, a.fromNumber(v, in.Expr, out.typ), in.Expr.Type())
		}
	}
	for i, out := range outputs {
		if strings.HasPrefix(out.Constraint, "=") && !passed[i] {
			a.written(places)
			return
		}
	}
}

// written makes the places one memory of bytes.
func (a *analysis) written(places []lvalue) {
	var all *node
	for _, o := range places {
		if o.node == nil || o.fn != nil {
			continue
		}
		x := a.address(o)
		a.setBytes(x)
		if all != nil {
			a.copied(all, x)
		}
		all = x
		a.joinCells(x)
	}
}
