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

// operandType is the type of an operand of sizeof and alignof, where an array stays one (6.3.2.1p3) if the expression denotes it; of others, such as a + 1, it
// has become a pointer. The parser keeps the array in the type of both.
func operandType(e cc.ExpressionNode) cc.Type {
	t := e.Type()
	if t.Undecay().Kind() == cc.Array && !denotesArray(e) {
		return t.Decay()
	}
	return t.Undecay()
}

// denotesArray reports whether an expression of array type is not a value.
func denotesArray(e cc.ExpressionNode) bool {
	switch n := tree.Strip(e).(type) {
	case *cc.PrimaryExpression:
		return n.Case == cc.PrimaryExpressionIdent && isArray(n) || n.Case == cc.PrimaryExpressionString // a parameter is a pointer
	case *cc.PostfixExpression:
		switch n.Case {
		case cc.PostfixExpressionIndex, cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect, cc.PostfixExpressionComplit:
			return true
		case cc.PostfixExpressionCall:
			chosen := tree.Chosen(n)
			return chosen != nil && denotesArray(chosen)
		}
	case *cc.UnaryExpression:
		return n.Case == cc.UnaryExpressionDeref
	}
	return false
}
