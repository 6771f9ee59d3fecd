package alias

import (
	"cupel/frontend/c/tree"

	"modernc.org/cc/v4"
)

// effect evaluates e, whose value is not used.
func (a *analysis) effect(e cc.ExpressionNode) {
	if !tree.IsNil(e) {
		a.discard(e)
		a.rval(e)
	}
}

// discard records the calls that compute the value of e, which is not used.
func (a *analysis) discard(e cc.ExpressionNode) {
	switch n := tree.Strip(e).(type) {
	case *cc.ExpressionList:
		for n.ExpressionList != nil {
			n = n.ExpressionList
		}
		a.discard(n.AssignmentExpression)
	case *cc.CastExpression:
		if isKind(n.TypeName.Type(), cc.Void) {
			a.discard(n.CastExpression)
		}
	case *cc.PostfixExpression:
		if n.Case == cc.PostfixExpressionCall {
			a.unused[n] = true
		}
	case *cc.PrimaryExpression:
		if n.Case == cc.PrimaryExpressionStmt {
			if last := tree.LastStatement(n.CompoundStatement); last != nil {
				a.discard(last)
			}
		}
	}
}
