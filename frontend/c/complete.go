package c

import (
	"cupel/frontend/c/tree"

	"modernc.org/cc/v4"
)

// endsProgram are library functions that do not return.
var endsProgram = set("abort", "exit", "_exit", "_Exit", "quick_exit", "__builtin_abort", "__builtin_exit", "__builtin_trap", "__builtin_unreachable",
	"__assert_fail", "longjmp", "siglongjmp", "_longjmp", "__builtin_longjmp")

// completes reports whether the end of the block may be reached, by its syntax only; true when in doubt.
func (l *lowerer) completes(n *cc.CompoundStatement) bool {
	if n == nil {
		return true
	}
	open := true
	for it := n.BlockItemList; it != nil; it = it.BlockItemList {
		if it.BlockItem.Case != cc.BlockItemStmt {
			continue
		}
		s := it.BlockItem.Statement
		if open || hasLabel(s) {
			open = l.statementCompletes(s)
		}
	}
	return open
}

func (l *lowerer) statementCompletes(s *cc.Statement) bool {
	if s == nil {
		return true
	}
	switch s.Case {
	case cc.StatementLabeled:
		return l.statementCompletes(s.LabeledStatement.Statement)
	case cc.StatementCompound:
		return l.completes(s.CompoundStatement)
	case cc.StatementJump:
		return false
	case cc.StatementExpr:
		if e := s.ExpressionStatement.ExpressionList; e != nil {
			if c, ok := tree.Strip(e).(*cc.PostfixExpression); ok && c.Case == cc.PostfixExpressionCall {
				name, _ := tree.CalleeName(c.PostfixExpression)
				return !l.isError[name] && (!endsProgram[name] && !l.proc.noreturn[name])
			}
		}
	case cc.StatementSelection:
		n := s.SelectionStatement
		switch n.Case {
		case cc.SelectionStatementIfElse:
			return l.statementCompletes(n.Statement) || l.statementCompletes(n.Statement2)
		case cc.SelectionStatementSwitch:
			for _, c := range n.LabeledStatements() {
				if c.Switch() == n && c.Case == cc.LabeledStatementDefault {
					return hasBreak(n.Statement) || l.statementCompletes(n.Statement)
				}
			}
		}
	case cc.StatementIteration:
		n := s.IterationStatement
		v, constant := int64(1), true
		if cond := loopCondition(n); !tree.IsNil(cond) {
			v, constant = intValue(cond)
		}
		return !constant || v == 0 || hasBreak(n.Statement)
	}
	return true
}

// loopCondition returns the condition of a loop, nil (see tree.IsNil) if it has none.
func loopCondition(n *cc.IterationStatement) cc.ExpressionNode {
	if n.Case == cc.IterationStatementFor {
		return n.ExpressionList2
	}
	return n.ExpressionList
}

// hasLabel reports whether statements contain a label, to which control may jump.
func hasLabel(n cc.Node) bool {
	found := false
	tree.Visit(n, func(n cc.Node) bool {
		_, ok := n.(*cc.LabeledStatement)
		found = found || ok
		return !found
	})
	return found
}

// hasBreak reports whether a loop or switch with the body s is left by break.
func hasBreak(s *cc.Statement) bool {
	found := false
	tree.Visit(s, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.IterationStatement:
			return false
		case *cc.SelectionStatement:
			return x.Case != cc.SelectionStatementSwitch
		case *cc.JumpStatement:
			found = found || x.Case == cc.JumpStatementBreak
		}
		return !found
	})
	return found
}
