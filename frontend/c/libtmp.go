package c

import (
	"cupel/program"

	"modernc.org/cc/v4"
)

func (b *builder) pureCall(n *cc.PostfixExpression) bool { return false }

func (b *builder) library(name string, n *cc.PostfixExpression, ft *cc.FunctionType, into *callResult, pos program.Pos) (val, bool) {
	return val{}, false
}

func (b *builder) stringClass(n *cc.PrimaryExpression) classID {
	return b.alias.ClassOfPointee(n)
}
func (b *builder) literalClass(n *cc.PostfixExpression) (classID, bool) { return 0, false }
