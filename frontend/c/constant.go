package c

import (
	"math/big"

	"cupel/core/program"
	"cupel/frontend/c/tree"

	"modernc.org/cc/v4"
)

// constInt evaluates an integer constant expression. cc's own value is used only for expressions without a constant term, as its sizes differ from gcc's in
// places.
func (b *builder) constInt(e cc.ExpressionNode) (int64, bool) {
	if e == nil {
		return 0, false
	}
	ops, guard := b.ops, b.guard
	b.ops, b.guard = nil, nil
	pure := b.pure(e)
	var v val
	if pure {
		v = b.rvalue(e)
	}
	b.ops, b.guard = ops, guard
	if pure && v.x != nil && v.t.kind == tInt && v.x.IsConst() {
		n := v.x.BVBig()
		if v.t.signed {
			n = v.x.BVSigned()
		}
		return n.Int64(), n.IsInt64()
	}
	switch x := e.Value().(type) {
	case cc.Int64Value:
		return int64(x), true
	case cc.UInt64Value:
		n := new(big.Int).SetUint64(uint64(x))
		return n.Int64(), n.IsInt64()
	}
	return 0, false
}

// sizesAgree refuses programs in which the number of elements of an array, the
// value of an enumeration constant or the width of a bit-field depends on a
// size or an alignment that cc has otherwise than gcc.
func (l *lowerer) sizesAgree() error {
	b := l.newBuilder(&program.Func{Name: "#constant"})
	b.cur = b.newLoc()
	var err error
	check := func(e cc.ExpressionNode) {
		if e == nil || err != nil || e.Value() == nil || e.Value() == cc.Unknown {
			return
		}
		sizes := false
		tree.Visit(e, func(n cc.Node) bool {
			if u, ok := n.(*cc.UnaryExpression); ok {
				switch u.Case {
				case cc.UnaryExpressionSizeofExpr, cc.UnaryExpressionSizeofType, cc.UnaryExpressionAlignofExpr, cc.UnaryExpressionAlignofType, cc.UnaryExpressionAddrof:
					sizes = true
				}
			}
			if c, ok := n.(*cc.CastExpression); ok && c.Case == cc.CastExpressionCast && b.tt.of(c.TypeName.Type()).base != nil {
				sizes = true
			}
			return !sizes
		})
		if !sizes {
			return
		}
		var have int64
		switch x := e.Value().(type) {
		case cc.Int64Value:
			have = int64(x)
		case cc.UInt64Value:
			have = int64(x)
		default:
			return
		}
		if want, ok := b.constInt(e); ok && want != have {
			err = &Error{Pos: l.posOf(e), Msg: "a constant that depends on a size which the parser does not know is not supported", Unsupported: true}
		}
	}
	tree.Visit(l.ast.TranslationUnit, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.Enumerator:
			check(x.ConstantExpression)
		case *cc.StructDeclarator:
			check(x.ConstantExpression)
		case *cc.DirectDeclarator:
			check(x.AssignmentExpression)
		case *cc.DirectAbstractDeclarator:
			check(x.AssignmentExpression)
		}
		return err == nil
	})
	return err
}
