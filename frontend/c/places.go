package c

import (
	"cupel/core/program"
	"cupel/frontend/c/tree"

	"modernc.org/cc/v4"
)

// A Control is a controlling expression with its keyword, or the condition of a conditional expression.
type Control struct {
	Kind    string      // if, while, for, do, switch or ?
	Keyword program.Pos // of that word
	// Begin and End delimit the expression: the opening parenthesis or semicolon before it, and the closing parenthesis or semicolon after it; for ?, the
	// beginning of the expression, and the ?.
	Begin, End program.Pos
	Empty      bool // a for statement has none
	Func       string
}

// A Statement is a statement or a declaration in a body.
type Statement struct {
	Pos   program.Pos
	Last  program.Pos // of its last token, a semicolon or a brace; not valid: unknown
	Block bool        // it is an item of a block, so that a statement may be inserted before it
	// Body is where it begins behind labels; not Pos: it has some.
	Body program.Pos
	// Simple: it consists of expressions only.
	Simple bool
	Func   string
}

// places collects the statements and controls of a function's body.
func (out *Outline) places(l *lowerer, name string, body *cc.CompoundStatement) {
	tree.Visit(body, func(n cc.Node) bool {
		switch n := n.(type) {
		case *cc.BlockItem:
			switch n.Case {
			case cc.BlockItemDecl:
				if l.pos(n.Declaration.Position()) == l.pos(body.Token.Position()) {
					break // __func__, which the parser declares
				}
				out.Statements = append(out.Statements, Statement{Pos: l.pos(n.Declaration.Position()), Body: l.pos(n.Declaration.Position()), Last: l.pos(lastOfDeclaration(n.Declaration).Position()), Block: true, Simple: true, Func: name})
			case cc.BlockItemStmt:
				out.statement(l, name, n.Statement, true)
			}
		case *cc.IterationStatement:
			out.statement(l, name, n.Statement, false)
			out.Controls = append(out.Controls, l.loopControl(name, n))
		case *cc.SelectionStatement:
			out.statement(l, name, n.Statement, false)
			out.statement(l, name, n.Statement2, false)
			kind := "if"
			if n.Case == cc.SelectionStatementSwitch {
				kind = "switch"
			}
			out.Controls = append(out.Controls, Control{Kind: kind, Keyword: l.pos(n.Token.Position()), Begin: l.pos(n.Token2.Position()), End: l.pos(n.Token3.Position()), Func: name})
		case *cc.LabeledStatement:
			out.statement(l, name, n.Statement, false)
		case *cc.ConditionalExpression:
			if n.Case == cc.ConditionalExpressionCond && !tree.IsNil(n.LogicalOrExpression) {
				out.Controls = append(out.Controls, Control{Kind: "?", Keyword: l.pos(n.Token.Position()), Begin: l.pos(n.LogicalOrExpression.Position()), End: l.pos(n.Token.Position()), Func: name})
			}
		}
		return true
	})
}

// statement adds a statement, if there is one.
func (out *Outline) statement(l *lowerer, name string, n *cc.Statement, block bool) {
	if n == nil || n.Case == cc.StatementLabeled && n.LabeledStatement == nil {
		return
	}
	s := Statement{Pos: l.pos(n.Position()), Block: block, Func: name, Simple: n.Case == cc.StatementExpr || n.Case == cc.StatementJump}
	inner := n
	for inner.Case == cc.StatementLabeled && inner.LabeledStatement.Statement != nil {
		inner = inner.LabeledStatement.Statement
	}
	s.Body = l.pos(inner.Position())
	if last, ok := lastOf(n); ok {
		s.Last = l.pos(last.Position())
	}
	out.Statements = append(out.Statements, s)
}

// loopControl is the condition of a loop.
func (l *lowerer) loopControl(name string, n *cc.IterationStatement) Control {
	c := Control{Keyword: l.pos(n.Token.Position()), Func: name}
	between := func(kind string, from, to cc.Token) {
		c.Kind, c.Begin, c.End = kind, l.pos(from.Position()), l.pos(to.Position())
	}
	switch n.Case {
	case cc.IterationStatementWhile:
		between("while", n.Token2, n.Token3)
	case cc.IterationStatementDo:
		between("do", n.Token3, n.Token4)
	case cc.IterationStatementFor:
		between("for", n.Token3, n.Token4)
		c.Empty = tree.IsNil(n.ExpressionList2)
	case cc.IterationStatementForDecl:
		between("for", lastOfDeclaration(n.Declaration), n.Token3)
		c.Empty = tree.IsNil(n.ExpressionList)
	}
	return c
}

// lastOfDeclaration is its semicolon.
func lastOfDeclaration(n *cc.Declaration) cc.Token {
	switch n.Case {
	case cc.DeclarationAuto:
		return n.Token3
	case cc.DeclarationDecl:
		return n.Token
	}
	return cc.Token{}
}

// lastOf is the last token of a statement.
func lastOf(n *cc.Statement) (cc.Token, bool) {
	for n != nil {
		switch n.Case {
		case cc.StatementCompound:
			return n.CompoundStatement.Token2, true
		case cc.StatementExpr:
			return n.ExpressionStatement.Token, true
		case cc.StatementJump:
			if j := n.JumpStatement; j.Case == cc.JumpStatementContinue || j.Case == cc.JumpStatementBreak || j.Case == cc.JumpStatementReturn {
				return j.Token2, true
			}
			return n.JumpStatement.Token3, true
		case cc.StatementLabeled:
			n = n.LabeledStatement.Statement
		case cc.StatementSelection:
			s := n.SelectionStatement
			if n = s.Statement; s.Case == cc.SelectionStatementIfElse {
				n = s.Statement2
			}
		case cc.StatementIteration:
			if n.IterationStatement.Case == cc.IterationStatementDo {
				return n.IterationStatement.Token5, true
			}
			n = n.IterationStatement.Statement
		default:
			return cc.Token{}, false
		}
	}
	return cc.Token{}, false
}
