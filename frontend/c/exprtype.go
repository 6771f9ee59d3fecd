package c

import (
	"math"

	"cupel/frontend/c/tree"

	"modernc.org/cc/v4"
)

// exprType returns the type of an expression after integer promotion where C promotes. cc's own types are wrong for enumeration constants, which are ints, and
// for expressions with them and with wide bit-fields.
func (tt *typeTable) exprType(e cc.ExpressionNode) *ctype {
	e = tree.Strip(e)
	if x, y, ok := arithOperands(e); ok {
		a, b := tt.promotedType(x), tt.promotedType(y)
		if a.isArith() && b.isArith() {
			if _, shift := e.(*cc.ShiftExpression); shift {
				return a
			}
			return tt.usual(a, b)
		}
		return tt.of(e.Type())
	}
	switch n := e.(type) {
	case *cc.PrimaryExpression:
		if v, ok := n.ResolvedTo().(*cc.Enumerator); ok && n.Case == cc.PrimaryExpressionIdent {
			return tt.enumerator(v)
		}
	case *cc.PostfixExpression:
		if n.Case == cc.PostfixExpressionSelect || n.Case == cc.PostfixExpressionPSelect {
			if f := n.Field(); f != nil && f.IsBitfield() {
				t := tt.of(f.Type())
				if t.kind == tInt && f.ValueBits() > 32 {
					return tt.wide(t, int(f.ValueBits()))
				}
				return t
			}
		}
	case *cc.UnaryExpression:
		switch n.Case {
		case cc.UnaryExpressionPlus, cc.UnaryExpressionMinus, cc.UnaryExpressionCpl:
			return tt.promotedType(n.CastExpression)
		case cc.UnaryExpressionNot:
			return tt.kind(cc.Int)
		}
	case *cc.RelationalExpression, *cc.EqualityExpression, *cc.LogicalAndExpression, *cc.LogicalOrExpression:
		return tt.kind(cc.Int)
	case *cc.ConditionalExpression:
		a, b := tt.promotedType(chosenFirst(n)), tt.promotedType(n.ConditionalExpression)
		if a.isArith() && b.isArith() {
			return tt.usual(a, b)
		}
	case *cc.ExpressionList:
		for ; n.ExpressionList != nil; n = n.ExpressionList {
		}
		return tt.exprType(n.AssignmentExpression)
	}
	return tt.of(e.Type())
}

// promotedType is exprType with the integer promotions.
func (tt *typeTable) promotedType(e cc.ExpressionNode) *ctype {
	t := tt.exprType(e)
	bits := 0
	if m, ok := tree.Strip(e).(*cc.PostfixExpression); ok && (m.Case == cc.PostfixExpressionSelect || m.Case == cc.PostfixExpressionPSelect) {
		if f := m.Field(); f != nil && f.IsBitfield() && f.ValueBits() <= 32 {
			bits = int(f.ValueBits())
		}
	}
	return tt.promote(t, bits)
}

// enumerator is the type of an enumeration constant: int where its value fits and the enumeration has no fixed type. In C23 that is so only where the values of
// all constants fit (6.7.3.3).
func (tt *typeTable) enumerator(v *cc.Enumerator) *ctype {
	if t := tt.within[v]; t != nil {
		return t
	}
	t := tt.of(v.Type())
	if e := tt.beyond[v]; e != nil {
		return tt.of(e)
	}
	if tt.fixed[v] {
		return t
	}
	switch x := v.Value().(type) {
	case cc.Int64Value:
		if int64(x) == int64(int32(x)) {
			return tt.kind(cc.Int)
		}
	case cc.UInt64Value:
		switch {
		case uint64(x) <= math.MaxInt32:
			return tt.kind(cc.Int)
		case uint64(x) > math.MaxInt64 && t.kind == tInt && t.signed:
			return tt.unsigned(t) // the parser takes the type for a signed one
		}
	}
	return t
}

// findBeyond finds the constants of enumerations that have one which is no int.
func (tt *typeTable) findBeyond(ast *cc.AST) {
	tt.beyond = map[*cc.Enumerator]cc.Type{}
	tree.Visit(ast.TranslationUnit, func(n cc.Node) bool {
		if s, ok := n.(*cc.EnumSpecifier); ok && s.Case == cc.EnumSpecifierDef && s.EnumTypeSpecifier == nil {
			if e, ok := s.Type().(*cc.EnumType); ok && (e.Min() < math.MinInt32 || e.Max() > math.MaxInt32) {
				for _, v := range e.Enumerators() {
					tt.beyond[v] = e
				}
			}
		}
		return true
	})
}

// arithOperands returns the operands of an arithmetic operator.
func arithOperands(e cc.ExpressionNode) (x, y cc.ExpressionNode, ok bool) {
	switch n := e.(type) {
	case *cc.MultiplicativeExpression:
		return n.MultiplicativeExpression, n.CastExpression, true
	case *cc.AdditiveExpression:
		return n.AdditiveExpression, n.MultiplicativeExpression, true
	case *cc.ShiftExpression:
		return n.ShiftExpression, n.AdditiveExpression, true
	case *cc.AndExpression:
		return n.AndExpression, n.EqualityExpression, true
	case *cc.ExclusiveOrExpression:
		return n.ExclusiveOrExpression, n.AndExpression, true
	case *cc.InclusiveOrExpression:
		return n.InclusiveOrExpression, n.ExclusiveOrExpression, true
	}
	return nil, nil, false
}
