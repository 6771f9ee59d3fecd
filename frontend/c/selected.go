package c

import (
	"cupel/frontend/c/tree"

	"modernc.org/cc/v4"
)

// The parser takes an array or a function that a generic selection or __builtin_choose_expr selects for a pointer, and evaluates the condition of
// __builtin_choose_expr with its own sizes. Conditions are corrected, and where the type matters to a declaration, the selected operand takes the place of the
// selection, in the order of the source: each depends on those before it.

const chooses = "__builtin_choose_expr"

// selections looks at the selections of the program until the first one that is rewritten.
func (g *generic) selections(c *corrector) {
	settled := map[*cc.PostfixExpression]bool{}
	done := func() bool { return g.out != nil || g.err != nil || c.err != nil || len(c.edits) > 0 }
	var look func(cc.Node) bool
	condition := func(n *cc.PostfixExpression) {
		if settled[n] || !tree.IsChoice(n) {
			return
		}
		settled[n] = true
		as := tree.Args(n)
		if tree.Visit(as[0], look); !done() {
			c.visit(as[0], true)
			c.constant(as[0], true)
		}
	}
	inside := func(e cc.ExpressionNode) {
		if tree.IsNil(e) {
			return
		}
		tree.Visit(e, func(n cc.Node) bool {
			switch x := n.(type) {
			case *cc.PostfixExpression:
				if condition(x); !done() {
					g.choose(x, n)
				}
			case *cc.PrimaryExpression:
				if x.Case == cc.PrimaryExpressionGeneric {
					if a := x.GenericSelection.Associated(); a != nil && decays(a.AssignmentExpression) {
						g.replace(x.GenericSelection, a)
					}
				}
			}
			return !done()
		})
	}
	look = func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.PostfixExpression:
			condition(x)
		case *cc.TypeSpecifier:
			if x.Case == cc.TypeSpecifierTypeofExpr {
				inside(x.ExpressionList)
			}
		case *cc.Declaration:
			if x.Case == cc.DeclarationAuto && x.Initializer != nil && x.Initializer.Case == cc.InitializerExpr {
				inside(x.Initializer.AssignmentExpression)
			}
		}
		return !done()
	}
	tree.Visit(g.ast.TranslationUnit, look)
	if g.err == nil {
		g.err = c.err
	}
	if g.out == nil && len(c.edits) > 0 {
		g.out = (&generic{src: g.src, edits: c.edits}).edited()
	}
}

// decays reports whether an expression denotes an array or a function, which becomes a pointer as a value.
func decays(e cc.ExpressionNode) bool {
	t := operandType(e)
	return t != nil && (t.Kind() == cc.Array || t.Kind() == cc.Function)
}

// choose puts the operand that __builtin_choose_expr is in its place if it is an array or a function.
func (g *generic) choose(n *cc.PostfixExpression, at cc.Node) {
	chosen := tree.Chosen(n)
	if chosen == nil || !decays(chosen) {
		return
	}
	from, ok := offsetAt(g.path, g.src, n.Position())
	open, ok1 := offsetOf(g.path, g.src, n.Token, "(")
	end, ok2 := offsetOf(g.path, g.src, n.Token2, ")")
	start, stop := open+1, end
	ok = ok && ok1 && ok2
	for l := n.ArgumentExpressionList; l != nil && ok; l = l.ArgumentExpressionList {
		if l != n.ArgumentExpressionList {
			comma, there := offsetOf(g.path, g.src, l.Token, ",")
			if ok = there; l.AssignmentExpression == chosen {
				start, stop = comma+1, end
			} else if stop == end && start != open+1 {
				stop = comma
			}
		}
	}
	if !ok || !(from < start && start < stop && stop <= end) {
		g.refuse(at, chooses+" of an array, where a macro has it")
		return
	}
	g.keep(from, start, stop, end)
}

// keep blanks what surrounds the operand of a selection that begins at from, before its last parenthesis.
func (g *generic) keep(from, start, stop, end int) {
	g.out = append([]byte(nil), g.src...)
	blank(g.out, from, start)
	blank(g.out, stop, end)
	g.out[from] = '('
}
