package translate

import (
	"cupel/product/boogie"
	"cupel/product/solidity/ast"
)

// A reference to storage remains valid when its element is removed from the array. What is written through it
// reappears when push() creates the element again.

// notRemoved checks that a write to a part of an array element does not follow its removal, if push() could
// reveal that.
func (b *body) notRemoved(n ast.Node, p *place) {
	if b.pushing || !b.t.pushesBare() {
		return
	}
	for q := p; q.of != nil; q = q.of {
		array := q.of.of
		if q.of.rec == nil || array == nil || array.t == nil || array.t.Kind != ast.Array || array.t.Len != nil || !array.t.Elem.IsReference() {
			continue
		}
		length := array.part(q.of.rec, 1, uint256).read()
		b.emit(&boogie.Assert{Attrs: at(n, "The element might have been removed from its array"), Cond: b.uintOp("<", q.index, length)})
	}
}

// pushesBare reports whether push is called without a value anywhere.
func (t *translator) pushesBare() bool {
	if t.barePush != nil {
		return *t.barePush
	}
	found := false
	visit := func(n ast.Node) bool {
		if c, ok := n.(*ast.FunctionCall); ok && c.Kind == "functionCall" && len(c.Args) == 0 {
			found = found || c.Func.Type().Func == "arraypush"
		}
		return true
	}
	for _, c := range t.p.Contracts {
		ast.Walk(c, visit)
	}
	for _, u := range t.p.Units {
		ast.Walk(u, visit)
	}
	t.barePush = &found
	return found
}
