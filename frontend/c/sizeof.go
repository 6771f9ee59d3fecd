package c

import (
	"cupel/frontend/c/tree"

	"modernc.org/cc/v4"
)

// alignof is _Alignof, or __alignof__ when preferred.
func (b *builder) alignof(t *ctype, preferred bool, at cc.Node) val {
	if t.kind == tOther && t.size < 0 {
		return b.unsupported("alignment of "+t.String(), at, b.tt.sizeT())
	}
	if preferred && t.talign > 0 {
		return b.intVal(t.talign, b.tt.sizeT())
	}
	return b.intVal(t.align, b.tt.sizeT())
}

// alignofExpr is the alignment of an object: a member's is that of its place
// in the record.
func (b *builder) alignofExpr(n *cc.UnaryExpression) val {
	e := tree.Strip(n.UnaryExpression)
	t := e.Type()
	if t == nil {
		return b.unsupported("alignment", n, b.tt.sizeT())
	}
	preferred := true
	if m, ok := e.(*cc.PostfixExpression); ok && (m.Case == cc.PostfixExpressionSelect || m.Case == cc.PostfixExpressionPSelect) {
		preferred = false
		if f := m.Field(); f != nil {
			if id, ok := idOf(f.ParentType()); ok && b.tt.attrs[id].special() {
				return b.unsupported("alignment of a member of a record with attributes", n, b.tt.sizeT())
			}
		}
	}
	if p, ok := e.(*cc.PrimaryExpression); ok && p.Case == cc.PrimaryExpressionIdent {
		if d, ok := p.ResolvedTo().(*cc.Declarator); ok && b.alignments.asked(d) > 0 {
			if b.alignments.differs(d) {
				return b.unsupported("alignment of an object that its declarations have otherwise", n, b.tt.sizeT())
			}
			return b.intVal(max(b.alignments.asked(d), b.tt.of(t.Undecay()).align), b.tt.sizeT())
		}
	}
	_, named := tree.CalleeName(e)
	if named || t.Undecay().Kind() == cc.Function {
		return b.unsupported("alignment of a function", n, b.tt.sizeT())
	}
	return b.alignof(b.tt.of(operandType(e)), preferred, n)
}

// operandType is the type of an expression before an array or a function becomes a pointer (6.3.2.1), as it counts for sizeof, alignof and &. The parser keeps
// in the types of pointers what they were converted from, also where they are values, such as a + 1, and takes &a for a pointer to a pointer of this kind,
// whether a is an array or a parameter that is declared like one.
func operandType(e cc.ExpressionNode) cc.Type {
	s := tree.Strip(e)
	t := s.Type()
	if t == nil {
		return nil
	}
	switch n := s.(type) {
	case *cc.PrimaryExpression:
		switch n.Case {
		case cc.PrimaryExpressionIdent:
			switch d := n.ResolvedTo().(type) {
			case *cc.Declarator:
				if d.Type() != nil && !d.IsParam() {
					return d.Type()
				}
			case *cc.Enumerator:
				return t
			}
			return t.Decay() // a parameter
		case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
			return t.Undecay()
		case cc.PrimaryExpressionStmt:
			if last := tree.LastStatement(n.CompoundStatement); last != nil {
				return valueType(last)
			}
		}
	case *cc.PostfixExpression:
		switch n.Case {
		case cc.PostfixExpressionIndex:
			for _, p := range []cc.ExpressionNode{n.PostfixExpression, n.ExpressionList} {
				if elem := elementType(p); elem != nil {
					return elem
				}
			}
		case cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect, cc.PostfixExpressionComplit:
			return t.Undecay()
		case cc.PostfixExpressionCall:
			if chosen := tree.Chosen(n); chosen != nil {
				return operandType(chosen)
			}
		case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
			return valueType(n.PostfixExpression)
		}
	case *cc.UnaryExpression:
		switch n.Case {
		case cc.UnaryExpressionDeref:
			if elem := elementType(n.CastExpression); elem != nil {
				return elem
			}
		case cc.UnaryExpressionAddrof:
			if of := operandType(n.CastExpression); of != nil {
				return of.Pointer()
			}
		case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
			return valueType(n.UnaryExpression)
		}
	case *cc.AdditiveExpression:
		for _, p := range []cc.ExpressionNode{n.AdditiveExpression, n.MultiplicativeExpression} {
			if t.Kind() == cc.Ptr && isPointer(p) {
				return valueType(p)
			}
		}
	case *cc.ConditionalExpression:
		for _, p := range []cc.ExpressionNode{chosenFirst(n), n.ConditionalExpression} {
			if t.Kind() == cc.Ptr && isPointer(p) {
				return valueType(p)
			}
		}
	case *cc.AssignmentExpression:
		if t.Kind() == cc.Ptr {
			return valueType(n.UnaryExpression)
		}
	case *cc.ExpressionList:
		return valueType(last(n))
	}
	return t
}

// valueType is the type of an expression as a value, where arrays and functions are pointers.
func valueType(e cc.ExpressionNode) cc.Type {
	if t := operandType(e); t != nil {
		return t.Decay()
	}
	return nil
}

// isPointer reports whether an expression is a pointer, or becomes one.
func isPointer(e cc.ExpressionNode) bool { return e.Type() != nil && e.Type().Decay().Kind() == cc.Ptr }

// elementType is what the value of e points to; nil: it is no pointer.
func elementType(e cc.ExpressionNode) cc.Type {
	if !isPointer(e) {
		return nil
	}
	if p, ok := valueType(e).(*cc.PointerType); ok {
		return p.Elem()
	}
	return nil
}

// last is the operand of a comma operator, or the single expression, that has the value.
func last(l *cc.ExpressionList) cc.ExpressionNode {
	for l.ExpressionList != nil {
		l = l.ExpressionList
	}
	return l.AssignmentExpression
}

// isArray reports whether an expression denotes an array: parameters are none, nor are values such as a + 1.
func isArray(e cc.ExpressionNode) bool {
	return e.Type() != nil && e.Type().Undecay().Kind() == cc.Array && operandType(e).Kind() == cc.Array
}
