package c

import (
	"fmt"
	"math/big"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/frontend/c/alias"
	"cupel/frontend/c/tree"

	"modernc.org/cc/v4"
)

// val is the value of an expression: a scalar term of its type's sort, or the place of an aggregate.
type val struct {
	t     *ctype
	x     *logic.Term
	bits  int   // width when the expression is a bit-field: it decides the promotion
	place place // aggregates
	// derived is where a pointer that an expression computed comes from.
	derived derived
}

func (b *builder) intT() *ctype { return b.tt.kind(cc.Int) }

func (b *builder) intVal(n int64, t *ctype) val { return val{t: t, x: b.f.BVInt(n, t.width)} }

// boolVal is the int 1 or 0.
func (b *builder) boolVal(c *logic.Term) val {
	return val{t: b.intT(), x: b.f.Ite(c, b.f.BV(1, 32), b.f.BV(0, 32))}
}

// anyVal returns a nondeterministic value of type t, for constructs without a model.
func (b *builder) anyVal(t *ctype) val {
	switch {
	case t.isScalar():
		return b.anyResult("", t)
	case t.kind == tRecord && direct(t):
		n := b.tempNode(t)
		for _, lf := range n.leaves() {
			b.havoc(lf.v)
		}
		return val{t: t, place: place{t: t, node: n}}
	case t.kind == tRecord:
		return val{t: t, place: place{t: t, any: true}}
	}
	return val{t: b.tt.kind(cc.Void)}
}

// anyResult is an arbitrary scalar; name is the library function, if any, that
// would return one particular value.
func (b *builder) anyResult(name string, t *ctype) val {
	v := b.temp(t.sort, t.signed && t.kind == tInt)
	v.Bool = t.bool
	b.havocFor(v, name)
	return val{t: t, x: v.Sym}
}

// tempNode makes temporary direct storage of type t.
func (b *builder) tempNode(t *ctype) *node {
	b.temps++
	return b.newNode(t, 0, fmt.Sprintf("%s::#t%d", b.fn.Name, b.temps), "", nil, func(n string, s *logic.Sort) *program.Var {
		v := b.newVar(n, s)
		v.Temp = true
		b.own(v)
		return v
	})
}

// unsupported cuts the program and returns a value for the dead code that follows.
func (b *builder) unsupported(what string, e cc.Node, t *ctype) val {
	b.cut(what, b.posOf(e))
	return b.anyVal(t)
}

// rvalue evaluates e. Side effects become operations and control flow.
func (b *builder) rvalue(e cc.ExpressionNode) val {
	e = tree.Strip(e)
	switch n := e.(type) {
	case *cc.PrimaryExpression:
		return b.primary(n)
	case *cc.ExpressionList:
		for ; n.ExpressionList != nil; n = n.ExpressionList {
			b.effect(n.AssignmentExpression)
		}
		return b.rvalue(n.AssignmentExpression)
	case *cc.PostfixExpression:
		return b.postfix(n)
	case *cc.UnaryExpression:
		return b.unary(n)
	case *cc.CastExpression:
		b.fixSizes(n.TypeName.Type(), n)
		to := b.tt.of(n.TypeName.Type())
		if to.kind == tVoid {
			b.effect(n.CastExpression)
			return val{t: to}
		}
		if to.kind == tPtr {
			b.findFlags(n)
		}
		v := b.rvalue(n.CastExpression)
		if to.kind == tRecord {
			return val{t: v.t, place: v.place}
		}
		r := val{t: to, x: b.convert(v, to, e)}
		if to.kind == tPtr && v.t.kind == tPtr {
			r.derived = v.derived
		}
		return r
	case *cc.MultiplicativeExpression:
		op := map[cc.MultiplicativeExpressionCase]byte{cc.MultiplicativeExpressionMul: '*', cc.MultiplicativeExpressionDiv: '/', cc.MultiplicativeExpressionMod: '%'}[n.Case]
		x, y := b.operands(n.MultiplicativeExpression, n.CastExpression)
		return b.binary(op, x, y, e)
	case *cc.AdditiveExpression:
		return b.sum(n)
	case *cc.ShiftExpression:
		x, y := b.operands(n.ShiftExpression, n.AdditiveExpression)
		if n.Case == cc.ShiftExpressionLsh {
			return b.binary('l', x, y, e)
		}
		return b.binary('r', x, y, e)
	case *cc.AndExpression:
		b.findFlags(n)
		x, y := b.operands(n.AndExpression, n.EqualityExpression)
		return b.binary('&', x, y, e)
	case *cc.ExclusiveOrExpression:
		x, y := b.operands(n.ExclusiveOrExpression, n.AndExpression)
		return b.binary('^', x, y, e)
	case *cc.InclusiveOrExpression:
		x, y := b.operands(n.InclusiveOrExpression, n.ExclusiveOrExpression)
		return b.binary('|', x, y, e)
	case *cc.RelationalExpression, *cc.EqualityExpression, *cc.LogicalAndExpression, *cc.LogicalOrExpression:
		if b.pure(e) {
			return b.boolVal(b.cond(e))
		}
		switch e.(type) {
		case *cc.RelationalExpression, *cc.EqualityExpression:
			return b.boolVal(b.compareNode(e))
		}
		return b.boolByFlow(e)
	case *cc.ConditionalExpression:
		return b.conditional(n)
	case *cc.AssignmentExpression:
		return b.assignment(n, true)
	}
	return b.unsupported(fmt.Sprintf("expression %T", e), e, b.typeOf(e))
}

// typeOf returns cc's type of an expression; used if its value has no model, and for operands of sizeof.
func (b *builder) typeOf(e cc.ExpressionNode) *ctype { return b.tt.of(e.Type()) }

// effect evaluates e for its side effects only.
func (b *builder) effect(e cc.ExpressionNode) {
	e = tree.Strip(e)
	switch n := e.(type) {
	case *cc.ExpressionList:
		for ; n != nil; n = n.ExpressionList {
			b.effect(n.AssignmentExpression)
		}
		return
	case *cc.AssignmentExpression:
		b.assignment(n, false)
		return
	case *cc.PostfixExpression:
		switch n.Case {
		case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
			b.incDec(n.PostfixExpression, n.Case == cc.PostfixExpressionInc, false, false, n)
			return
		case cc.PostfixExpressionCall:
			b.call(n, false, nil)
			return
		}
	case *cc.UnaryExpression:
		switch n.Case {
		case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
			b.incDec(n.UnaryExpression, n.Case == cc.UnaryExpressionInc, false, false, n)
			return
		}
	case *cc.CastExpression:
		b.fixSizes(n.TypeName.Type(), n)
		b.effect(n.CastExpression)
		return
	case *cc.ConditionalExpression:
		if !b.pure(e) {
			then, els, join := b.newLoc(), b.newLoc(), b.newLoc()
			b.branchOn(n.LogicalOrExpression, b.toward(then, n, "true"), b.toward(els, n, "false"))
			b.cur = then
			if n.ExpressionList != nil {
				b.effect(n.ExpressionList)
			}
			b.goTo(join)
			b.cur = els
			b.effect(n.ConditionalExpression)
			b.goTo(join)
			return
		}
	case *cc.PrimaryExpression:
		if n.Case == cc.PrimaryExpressionStmt {
			b.stmtExpr(n.CompoundStatement, false)
			return
		}
	}
	switch e.(type) {
	case *cc.LogicalAndExpression, *cc.LogicalOrExpression:
		if !b.pure(e) {
			join := b.newLoc()
			b.branchOn(e, branchTo{loc: join}, branchTo{loc: join})
			b.cur = join
			return
		}
	}
	if t := b.tt.of(e.Type()); t.kind == tArray || t.kind == tRecord || t.kind == tFunc {
		if b.pure(e) {
			return
		}
	}
	b.rvalue(e)
}

func (b *builder) primary(n *cc.PrimaryExpression) val {
	switch n.Case {
	case cc.PrimaryExpressionIdent:
		switch d := n.ResolvedTo().(type) {
		case *cc.Enumerator:
			return b.constant(d.Value(), b.tt.enumerator(d))
		case *cc.Declarator:
			if d.Type() != nil && d.Type().Kind() == cc.Function {
				name, why := b.target(d.Name())
				if b.undefinedWeak(name) {
					return val{t: b.tt.pointerTo(b.tt.of(d.Type())), x: b.f.BV(0, b.tt.ptrW)}
				}
				if why != "" {
					return b.unsupported("address of "+why, n, b.tt.pointerTo(b.tt.of(d.Type())))
				}
				if s := b.lib.Denotes[name]; s != "" && b.defs[name] == nil {
					name = s
				}
				return val{t: b.tt.pointerTo(b.tt.of(d.Type())), x: b.funcAddr(name)}
			}
		case *cc.Parameter:
			return b.unsupported("unnamed parameter", n, b.typeOf(n))
		}
		return b.fromPlace(b.lvalue(n))
	case cc.PrimaryExpressionInt, cc.PrimaryExpressionFloat, cc.PrimaryExpressionChar, cc.PrimaryExpressionLChar:
		t := b.tt.of(n.Type())
		if !t.isArith() {
			return b.unsupported("constant of type "+t.String(), n, b.intT())
		}
		return b.constant(n.Value(), t)
	case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
		return b.fromPlace(b.lvalue(n))
	case cc.PrimaryExpressionStmt:
		return b.stmtExpr(n.CompoundStatement, true)
	}
	return b.unsupported("expression "+cc.NodeSource(n), n, b.typeOf(n))
}

func (b *builder) unary(n *cc.UnaryExpression) val {
	switch n.Case {
	case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
		return b.incDec(n.UnaryExpression, n.Case == cc.UnaryExpressionInc, true, false, n)
	case cc.UnaryExpressionAddrof:
		return b.addressOf(n)
	case cc.UnaryExpressionLabelAddr:
		return val{t: b.tt.ptrs, x: b.labelAddress(n.Token2.SrcStr())}
	case cc.UnaryExpressionDeref:
		return b.fromPlace(b.lvalue(n))
	case cc.UnaryExpressionPlus:
		return b.promoted(b.rvalue(n.CastExpression))
	case cc.UnaryExpressionMinus:
		v := b.promoted(b.rvalue(n.CastExpression))
		if v.x == nil || v.t.kind == tPtr {
			return b.unsupported("negation of a pointer or aggregate", n, b.intT())
		}
		if v.t.kind == tFloat {
			return val{t: v.t, x: b.f.FP(logic.OpFPNeg, logic.RNE, v.x)}
		}
		if v.t.signed && !b.o.SignedOverflowWraps {
			min := b.f.BVBig(new(big.Int).Lsh(big.NewInt(1), uint(v.t.width-1)), v.t.width)
			b.check(b.f.Ne(v.x, min), program.SignedOverflow, "signed overflow")
			return val{t: v.t, x: b.f.BVNegNSW(v.x)}
		}
		return val{t: v.t, x: b.f.BVNeg(v.x)}
	case cc.UnaryExpressionCpl:
		v := b.promoted(b.rvalue(n.CastExpression))
		if v.x == nil || v.t.kind != tInt {
			return b.unsupported("complement of a non-integer", n, b.intT())
		}
		return val{t: v.t, x: b.f.BVNot(v.x)}
	case cc.UnaryExpressionNot:
		if b.pure(n) {
			return b.boolVal(b.cond(n))
		}
		return b.boolVal(b.f.Not(b.truth(b.rvalue(n.CastExpression))))
	case cc.UnaryExpressionSizeofExpr:
		return b.sizeofExpr(n.UnaryExpression, n)
	case cc.UnaryExpressionSizeofType:
		return b.sizeofType(n)
	case cc.UnaryExpressionAlignofExpr:
		return b.alignofExpr(n)
	case cc.UnaryExpressionAlignofType:
		return b.alignof(b.tt.of(n.TypeName.Type()), n.Token.SrcStr() != "_Alignof", n)
	}
	return b.unsupported("operator "+n.Token.SrcStr(), n, b.typeOf(n))
}

func (b *builder) postfix(n *cc.PostfixExpression) val {
	switch n.Case {
	case cc.PostfixExpressionIndex, cc.PostfixExpressionPSelect, cc.PostfixExpressionComplit, cc.PostfixExpressionSelect:
		if n.Case == cc.PostfixExpressionIndex && isArray(n) {
			b.addressed = n // it becomes a pointer
		}
		return b.fromPlace(b.lvalue(n))
	case cc.PostfixExpressionCall:
		v := b.call(n, true, nil)
		if v.place.class == private && v.place.result == alias.Nowhere {
			v.place.result = b.alias.ClassOfPointee(n)
		}
		return v
	case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
		return b.incDec(n.PostfixExpression, n.Case == cc.PostfixExpressionInc, true, true, n)
	}
	return b.unsupported("expression "+cc.NodeSource(n), n, b.typeOf(n))
}

func short(s string) string {
	if len(s) > 60 {
		return s[:57] + "..."
	}
	return s
}
