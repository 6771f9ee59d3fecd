package tree

import (
	"strings"

	"modernc.org/cc/v4"
)

// Operand is one of an assembler statement.
type Operand struct {
	Constraint string
	Expr       cc.ExpressionNode
}

// Operands are those of the first part of a list; false: some have a form that is not known.
func Operands(l *cc.AsmArgList) (out []Operand, ok bool) {
	if l == nil {
		return nil, true
	}
	for e := l.AsmExpressionList; e != nil; e = e.AsmExpressionList {
		c, ok := Strip(e.AssignmentExpression).(*cc.PostfixExpression) // the operand "r"(x) is a call for the parser
		if !ok || c.Case != cc.PostfixExpressionCall || c.ArgumentExpressionList == nil || c.ArgumentExpressionList.ArgumentExpressionList != nil || e.AsmIndex != nil {
			return nil, false
		}
		s, ok := Strip(c.PostfixExpression).(*cc.PrimaryExpression)
		if !ok || s.Case != cc.PrimaryExpressionString {
			return nil, false
		}
		out = append(out, Operand{strings.Trim(s.Token.SrcStr(), `"`), c.ArgumentExpressionList.AssignmentExpression})
	}
	return out, true
}

// Tied returns the output whose place an input takes.
func (o Operand) Tied() (output int, ok bool) {
	if len(o.Constraint) != 1 || o.Constraint[0] < '0' || o.Constraint[0] > '9' {
		return 0, false
	}
	return int(o.Constraint[0] - '0'), true
}
