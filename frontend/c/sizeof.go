package c

import (
	"bytes"

	"cupel/core/program"
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

// alignofExpr is the alignment of an object, which its declarations may ask for.
func (b *builder) alignofExpr(n *cc.UnaryExpression) val {
	e := tree.Strip(n.UnaryExpression)
	if p, ok := e.(*cc.PrimaryExpression); ok && p.Case == cc.PrimaryExpressionIdent && p.Type() != nil {
		if d, ok := p.ResolvedTo().(*cc.Declarator); ok && b.alignments.asked(d) > 0 {
			if b.alignments.differs(d) {
				return b.unsupported("alignment of an object that its declarations have otherwise", n, b.tt.sizeT())
			}
			return b.intVal(max(b.alignments.asked(d), b.tt.of(operandType(e)).align), b.tt.sizeT())
		}
	}
	align, why := b.tt.alignOf(e)
	if why != "" {
		return b.unsupported(why, n, b.tt.sizeT())
	}
	return b.intVal(align, b.tt.sizeT())
}

// alignOf is the alignment of what an expression without parentheses denotes, if no specifier asks for another one: a member's is that of its place in the
// record. why: it is not known.
func (tt *typeTable) alignOf(e cc.ExpressionNode) (align int64, why string) {
	t := operandType(e)
	if t == nil {
		return 0, "alignment"
	}
	preferred := true
	if m, ok := e.(*cc.PostfixExpression); ok && (m.Case == cc.PostfixExpressionSelect || m.Case == cc.PostfixExpressionPSelect) {
		preferred = false
		if f := m.Field(); f != nil {
			if id, ok := idOf(f.ParentType()); ok && tt.attrs[id].special() {
				return 0, "alignment of a member of a record with attributes"
			}
		}
	}
	c := tt.of(t)
	switch {
	case c.kind == tFunc:
		return 0, "alignment of a function"
	case c.kind == tOther && c.size < 0:
		return 0, "alignment of " + c.String()
	case preferred && c.talign > 0:
		return c.talign, ""
	}
	return c.align, ""
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
		case cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
			if f := n.Field(); f != nil && f.Type().Kind() == cc.Ptr {
				return f.Type()
			}
			return t.Undecay()
		case cc.PostfixExpressionComplit:
			if of := n.TypeName.Type(); of.Kind() == cc.Ptr {
				return of
			}
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

// unknownLength is about an operand of sizeof that repair took for a pointer, and that is an array of unknown length.
func unknownLength(path string, src []byte, ast *cc.AST) (err error) {
	tree.Visit(ast.TranslationUnit, func(n cc.Node) bool {
		x, ok := n.(*cc.UnaryExpression)
		if !ok || x.Case != cc.UnaryExpressionSizeofExpr {
			return err == nil
		}
		p, ok := tree.Strip(x.UnaryExpression).(*cc.UnaryExpression)
		if !ok || p.Case != cc.UnaryExpressionAddrof {
			return err == nil
		}
		at, ok := offsetOf(path, src, p.Token, "&")
		of, deref := tree.Strip(p.CastExpression).(*cc.UnaryExpression)
		if ok && deref && of.Case == cc.UnaryExpressionDeref && bytes.HasPrefix(src[max(at-len(ofPointer)+len("&*"), 0):], []byte(ofPointer)) && isArray(of.CastExpression) {
			err = &Error{Pos: program.Pos{File: path, Line: p.Position().Line, Col: p.Position().Column},
				Msg: "sizeof of an array of unknown length: " + short(cc.NodeSource(of.CastExpression)) + "; correct the program (it must compile with gcc)"}
		}
		return err == nil
	})
	return err
}
