package c

import (
	"cupel/frontend/c/tree"

	"modernc.org/cc/v4"
)

// decays writes the last operand of a comma operator, whose type is taken, as &*operand where it is an array or a function: the operator converts it to a
// pointer (6.3.2.1), and the parser does not.
func (g *generic) decays(e cc.ExpressionNode, n cc.Node) {
	l, ok := tree.Strip(e).(*cc.ExpressionList)
	if !ok || l == nil || l.ExpressionList == nil {
		return
	}
	x := last(l)
	if x == nil || x.Type() == nil {
		return
	}
	if k := x.Type().Kind(); k != cc.Array && k != cc.Function {
		g.decays(x, n) // of an operator in parentheses
		return
	}
	switch s := tree.Strip(x).(type) {
	case *cc.PrimaryExpression, *cc.PostfixExpression, *cc.UnaryExpression:
	case *cc.ExpressionList:
		g.decays(s, n)
		return
	default:
		g.refuse(n, "typeof this operand of a comma operator, an array,")
		return
	}
	at, ok := g.start(x)
	if !ok {
		g.refuse(n, "typeof an array or a function behind a comma, where a macro has it")
		return
	}
	g.edits = append(g.edits, edit{at, at, "&*"})
}
