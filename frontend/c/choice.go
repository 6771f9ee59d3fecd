package c

import (
	"bytes"
	"slices"
	"strings"

	"cupel/frontend/c/tree"

	"modernc.org/cc/v4"
)

// The parser takes the type of a conditional expression with two pointers for that of its second operand. By C11 6.5.15p6 it is that of the other one where one
// is a null pointer constant, and a pointer to void where one is. Where the type matters, the second operand is converted in the source text.

// edit is a text in the place of a part of the source.
type edit struct {
	from, to int
	text     string
}

// typed looks at conditional expressions whose type is that of e, or decides over it.
func (g *generic) typed(e cc.ExpressionNode) {
	switch n := tree.Strip(e).(type) {
	case *cc.ConditionalExpression:
		g.choice(n)
	case *cc.ExpressionList:
		for n.ExpressionList != nil {
			n = n.ExpressionList
		}
		g.typed(n.AssignmentExpression)
	case *cc.UnaryExpression:
		if n.Case == cc.UnaryExpressionDeref || n.Case == cc.UnaryExpressionAddrof {
			g.typed(n.CastExpression)
		}
	}
}

// decides looks at the operands of an operator for which the types of pointers matter.
func (g *generic) decides(n cc.Node) {
	switch x := n.(type) {
	case *cc.AdditiveExpression:
		if x.Case != cc.AdditiveExpressionMul {
			g.typed(x.AdditiveExpression)
			g.typed(x.MultiplicativeExpression)
		}
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionIndex:
			g.typed(x.PostfixExpression)
			g.typed(x.ExpressionList)
		case cc.PostfixExpressionPSelect:
			g.typed(x.PostfixExpression)
		}
	case *cc.UnaryExpression:
		switch x.Case {
		case cc.UnaryExpressionDeref:
			g.typed(x.CastExpression)
		case cc.UnaryExpressionSizeofExpr, cc.UnaryExpressionAlignofExpr:
			g.typed(x.UnaryExpression)
		}
	}
}

// choice converts the second operand of a conditional expression where that gives it its type.
func (g *generic) choice(n *cc.ConditionalExpression) {
	if n.Case != cc.ConditionalExpressionCond || g.seen[n] || g.err != nil {
		return
	}
	if g.seen == nil {
		g.seen = map[*cc.ConditionalExpression]bool{}
	}
	g.seen[n] = true
	second := chosenFirst(n)
	g.typed(second)
	g.typed(n.ConditionalExpression)
	a, ok1 := pointed(second)
	b, ok2 := pointed(n.ConditionalExpression)
	if !ok1 || !ok2 || (a.Kind() == cc.Void) == (b.Kind() == cc.Void) {
		return
	}
	first, other := g.null(second), g.null(n.ConditionalExpression)
	if first == no && a.Kind() == cc.Void || first != yes && other == yes {
		return
	}
	from, ok1 := offsetOf(g.path, g.src, n.Token, "?")
	to, ok2 := offsetOf(g.path, g.src, n.Token2, ":")
	switch {
	case first == maybe || other == maybe:
		g.refuse(n, "a conditional expression of pointers whose type depends on what is a constant expression")
	case !ok1 || !ok2 || to <= from+1 || tree.IsNil(n.ExpressionList):
		g.refuse(n, "a conditional expression of pointers whose type the parser does not know")
	case first == yes: // an integer zero, which the parser takes for a null pointer
		g.edits = append(g.edits, edit{from + 1, to, " 0 " + strings.Repeat("\n", bytes.Count(g.src[from:to], []byte("\n")))})
	default:
		g.edits = append(g.edits, edit{from + 1, from + 1, "(" + qualifying(a, b) + "void*)("}, edit{to, to, ")"})
	}
}

// chosenFirst is the second operand; of c ?: v, the first one.
func chosenFirst(n *cc.ConditionalExpression) cc.ExpressionNode {
	if tree.IsNil(n.ExpressionList) {
		return n.LogicalOrExpression
	}
	return n.ExpressionList
}

// pointed is what the type of e points to.
func pointed(e cc.ExpressionNode) (cc.Type, bool) {
	if e.Type() == nil {
		return nil, false
	}
	p, ok := e.Type().Decay().(*cc.PointerType)
	if !ok {
		return nil, false
	}
	return p.Elem(), true
}

// union has the qualifiers of both.
func union(a, b string) string {
	out := ""
	for _, q := range "cv" {
		if strings.ContainsRune(a+b, q) {
			out += string(q)
		}
	}
	return out
}

// qualifying are the words for the qualifiers of two types.
func qualifying(a, b cc.Type) string {
	return strings.NewReplacer("c", "const ", "v", "volatile ").Replace(union(qualifiers(a), qualifiers(b)))
}

// edited is the source with the edits.
func (g *generic) edited() []byte {
	slices.SortStableFunc(g.edits, func(a, b edit) int { return a.from - b.from })
	var out []byte
	last := 0
	for _, e := range g.edits {
		if e.from >= last { // not within another one
			out = append(append(out, g.src[last:e.from]...), e.text...)
			last = e.to
		}
	}
	return append(out, g.src[last:]...)
}

// chosen is the type of a conditional expression with a pointer, as a controlling one.
func (g *generic) chosen(n *cc.ConditionalExpression) (s shaped, ok bool) {
	second := chosenFirst(n)
	if second.Type() == nil || n.ConditionalExpression.Type() == nil || cc.IsArithmeticType(second.Type()) && cc.IsArithmeticType(n.ConditionalExpression.Type()) {
		return s, false
	}
	a, b := g.control(second), g.control(n.ConditionalExpression)
	first, other := g.null(second), g.null(n.ConditionalExpression)
	if a.levels == 0 && b.levels == 0 {
		return s, false
	}
	quals := union(a.within(g.tt.modern), b.within(g.tt.modern))
	known := a.known && b.known
	switch {
	case a.levels == 0 || b.levels > 0 && first == yes && other != yes:
		return b, true
	case b.levels == 0 || other == yes && first != yes:
		return a, true
	case a.shape == b.shape:
		a.quals, a.known = union(a.quals, b.quals), known
		return a, true
	case first == maybe || other == maybe:
		a.known = false
		g.refuse(n, "a conditional expression of pointers whose type depends on what is a constant expression")
		return a, true
	case a.shape == "*void" || b.shape == "*void":
		return shaped{shape: "*void", levels: 1, quals: quals, known: known}, true
	}
	return s, false
}

// within are the qualifiers that a pointer to void takes over: before C23 those of an array's elements are not its own (6.2.5).
func (s shaped) within(modern bool) string {
	if !modern && strings.HasPrefix(s.shape, "*[") {
		return ""
	}
	return s.quals
}

// answer is yes, no, or that neither is known.
type answer uint8

const (
	no answer = iota
	maybe
	yes
)

// null is nullConstant; where e may have the type of nullptr, it is not known.
func (g *generic) null(e cc.ExpressionNode) answer {
	is := nullConstant(e)
	if p, ok := pointed(e); ok && is == no && p.Kind() == cc.Void && (g.nulls || ofNull(e.Type())) {
		return maybe
	}
	return is
}

// nullConstant reports whether e is a null pointer constant (C11 6.3.2.3p3).
func nullConstant(e cc.ExpressionNode) answer {
	e = tree.Strip(e)
	if c, ok := e.(*cc.CastExpression); ok && c.Case == cc.CastExpressionCast {
		if p, ok := pointed(c); ok {
			if p.Kind() != cc.Void || qualifiers(p) != "" || qualifies(c.TypeName) {
				return no
			}
			if e = tree.Strip(c.CastExpression); !cc.IsIntegerType(e.Type()) { // (void *)NULL
				return no
			}
		}
	}
	if e.Type() == nil || !cc.IsIntegerType(e.Type()) {
		return no
	}
	is := integerConstant(e)
	switch v := e.Value().(type) {
	case cc.Int64Value:
		if v != 0 {
			return no
		}
	case cc.UInt64Value:
		if v != 0 {
			return no
		}
	default:
		if is == yes {
			return maybe
		}
	}
	return is
}

// qualifies reports whether the name of a pointer type qualifies what it points to, which the parser loses in casts.
func qualifies(n *cc.TypeName) bool {
	for l := n.SpecifierQualifierList; l != nil; l = l.SpecifierQualifierList {
		if l.TypeQualifier != nil {
			return true
		}
	}
	return false
}

// integerConstant reports whether e is an integer constant expression (C11 6.6p6).
func integerConstant(e cc.ExpressionNode) answer {
	is := yes
	least := func(a answer) { is = min(is, a) }
	tree.Visit(e, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.TypeName:
			return false
		case *cc.GenericSelection:
			least(maybe)
			return false
		case *cc.AssignmentExpression:
			if x.Case != cc.AssignmentExpressionCond {
				least(no)
			}
		case *cc.ExpressionList:
			if x.ExpressionList != nil {
				least(no)
			}
		case *cc.PostfixExpression:
			switch name, called := tree.CalleeName(x.PostfixExpression); {
			case x.Case == cc.PostfixExpressionPrimary:
			case x.Case == cc.PostfixExpressionCall && called && strings.HasPrefix(name, "__builtin_"):
				least(maybe)
				return false
			default:
				least(no)
			}
		case *cc.PrimaryExpression:
			switch x.Case {
			case cc.PrimaryExpressionIdent:
				if _, ok := x.ResolvedTo().(*cc.Enumerator); !ok {
					least(no)
				}
			case cc.PrimaryExpressionString, cc.PrimaryExpressionLString, cc.PrimaryExpressionStmt:
				least(no)
			case cc.PrimaryExpressionGeneric:
				least(maybe)
			}
		case *cc.UnaryExpression:
			switch x.Case {
			case cc.UnaryExpressionSizeofExpr, cc.UnaryExpressionSizeofType, cc.UnaryExpressionAlignofExpr, cc.UnaryExpressionAlignofType:
				return false
			case cc.UnaryExpressionInc, cc.UnaryExpressionDec, cc.UnaryExpressionLabelAddr:
				least(no)
			case cc.UnaryExpressionAddrof, cc.UnaryExpressionDeref:
				least(maybe) // perhaps of offsetof
			}
		}
		return is != no
	})
	return is
}
