package c

import (
	"fmt"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/frontend/c/tree"

	"modernc.org/cc/v4"
)

// branchTo is the target of an outcome of a condition.
type branchTo struct {
	loc *program.Location
	br  *program.Branch // nil inside a condition
}

// toward is an outcome of the whole condition of a ?: expression.
func (b *builder) toward(loc *program.Location, n *cc.ConditionalExpression, value string) branchTo {
	return branchTo{loc, &program.Branch{Pos: b.pos2(n.Token), Value: value}}
}

func (b *builder) pos2(t cc.Token) program.Pos { return b.lowerer.pos(t.Position()) }

// pure reports whether the evaluation of e neither has side effects nor needs
// control flow, so that it is one term (with checks and accesses).
func (b *builder) pure(e cc.ExpressionNode) bool {
	if e == nil {
		return true
	}
	e = tree.Strip(e)
	if p, ok := b.pureMemo[e]; ok {
		return p
	}
	p := b.isPure(e)
	b.pureMemo[e] = p
	return p
}

func (b *builder) isPure(e cc.ExpressionNode) bool {
	switch n := e.(type) {
	case *cc.PrimaryExpression:
		return n.Case != cc.PrimaryExpressionStmt
	case *cc.ExpressionList:
		for ; n != nil; n = n.ExpressionList {
			if !b.pure(n.AssignmentExpression) {
				return false
			}
		}
		return true
	case *cc.AssignmentExpression:
		return false
	case *cc.PostfixExpression:
		switch n.Case {
		case cc.PostfixExpressionIndex:
			return b.pure(n.PostfixExpression) && b.pure(n.ExpressionList)
		case cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
			return b.pure(n.PostfixExpression)
		case cc.PostfixExpressionCall:
			return b.pureCall(n)
		}
		return false
	case *cc.UnaryExpression:
		switch n.Case {
		case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
			return false
		case cc.UnaryExpressionSizeofExpr:
			return !b.isVLAType(n.UnaryExpression.Type()) || b.pure(n.UnaryExpression)
		case cc.UnaryExpressionSizeofType:
			return b.fixedPure(n.TypeName.Type())
		case cc.UnaryExpressionAlignofExpr, cc.UnaryExpressionAlignofType:
			return true
		}
		return b.pure(n.CastExpression)
	case *cc.CastExpression:
		return b.fixedPure(n.TypeName.Type()) && b.pure(n.CastExpression)
	case *cc.MultiplicativeExpression:
		return b.pure(n.MultiplicativeExpression) && b.pure(n.CastExpression)
	case *cc.AdditiveExpression:
		return b.pure(n.AdditiveExpression) && b.pure(n.MultiplicativeExpression)
	case *cc.ShiftExpression:
		return b.pure(n.ShiftExpression) && b.pure(n.AdditiveExpression)
	case *cc.RelationalExpression:
		return b.pure(n.RelationalExpression) && b.pure(n.ShiftExpression)
	case *cc.EqualityExpression:
		return b.pure(n.EqualityExpression) && b.pure(n.RelationalExpression)
	case *cc.AndExpression:
		return b.pure(n.AndExpression) && b.pure(n.EqualityExpression)
	case *cc.ExclusiveOrExpression:
		return b.pure(n.ExclusiveOrExpression) && b.pure(n.AndExpression)
	case *cc.InclusiveOrExpression:
		return b.pure(n.InclusiveOrExpression) && b.pure(n.ExclusiveOrExpression)
	case *cc.LogicalAndExpression:
		return b.pure(n.LogicalAndExpression) && b.pure(n.InclusiveOrExpression)
	case *cc.LogicalOrExpression:
		return b.pure(n.LogicalOrExpression) && b.pure(n.LogicalAndExpression)
	case *cc.ConditionalExpression:
		t := b.typeOf(n)
		return t.isScalar() && n.ExpressionList != nil && b.pure(n.LogicalOrExpression) && b.pure(n.ExpressionList) && b.pure(n.ConditionalExpression)
	}
	return false
}

// effectKind orders expressions by the side effects of their evaluation.
type effectKind uint8

const (
	isPure     effectKind = iota
	onlyCalls             // only effects of calls: no variable that does not escape
	hasEffects            // anything
)

// effects bounds the side effects of evaluating e.
func (b *builder) effects(e cc.ExpressionNode) effectKind {
	if b.pure(e) {
		return isPure
	}
	e = tree.Strip(e)
	all := func(es ...cc.ExpressionNode) effectKind {
		k := onlyCalls
		for _, e := range es {
			if e != nil {
				k = max(k, b.effects(e))
			}
		}
		return k
	}
	switch n := e.(type) {
	case *cc.PostfixExpression:
		switch n.Case {
		case cc.PostfixExpressionCall:
			if name, _ := tree.CalleeName(n.PostfixExpression); name == "__builtin_va_arg_impl" || name == "__builtin_va_start" {
				return hasEffects // on the va_list
			}
			return max(all(n.PostfixExpression), all(tree.Args(n)...))
		case cc.PostfixExpressionIndex:
			return all(n.PostfixExpression, n.ExpressionList)
		case cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
			return all(n.PostfixExpression)
		}
	case *cc.UnaryExpression:
		if n.CastExpression != nil {
			return all(n.CastExpression)
		}
	case *cc.CastExpression:
		return all(n.CastExpression)
	case *cc.MultiplicativeExpression:
		return all(n.MultiplicativeExpression, n.CastExpression)
	case *cc.AdditiveExpression:
		return all(n.AdditiveExpression, n.MultiplicativeExpression)
	case *cc.ShiftExpression:
		return all(n.ShiftExpression, n.AdditiveExpression)
	case *cc.RelationalExpression:
		return all(n.RelationalExpression, n.ShiftExpression)
	case *cc.EqualityExpression:
		return all(n.EqualityExpression, n.RelationalExpression)
	case *cc.AndExpression:
		return all(n.AndExpression, n.EqualityExpression)
	case *cc.ExclusiveOrExpression:
		return all(n.ExclusiveOrExpression, n.AndExpression)
	case *cc.InclusiveOrExpression:
		return all(n.InclusiveOrExpression, n.ExclusiveOrExpression)
	case *cc.LogicalAndExpression:
		return all(n.LogicalAndExpression, n.InclusiveOrExpression)
	case *cc.LogicalOrExpression:
		return all(n.LogicalOrExpression, n.LogicalAndExpression)
	case *cc.ConditionalExpression:
		return all(n.LogicalOrExpression, n.ExpressionList, n.ConditionalExpression)
	}
	return hasEffects
}

// under evaluates f in the scope of a guard.
func (b *builder) under(g *logic.Term, f func()) {
	old := b.guard
	if old != nil {
		g = b.f.And(old, g)
	}
	b.guard = g
	f()
	b.guard = old
}

// cond returns the truth of a pure expression as one term.
func (b *builder) cond(e cc.ExpressionNode) *logic.Term {
	e = tree.Strip(e)
	switch n := e.(type) {
	case *cc.LogicalAndExpression:
		x := b.cond(n.LogicalAndExpression)
		if x.IsFalse() {
			return x
		}
		var y *logic.Term
		b.under(x, func() { y = b.cond(n.InclusiveOrExpression) })
		return b.f.And(x, y)
	case *cc.LogicalOrExpression:
		x := b.cond(n.LogicalOrExpression)
		if x.IsTrue() {
			return x
		}
		var y *logic.Term
		b.under(b.f.Not(x), func() { y = b.cond(n.LogicalAndExpression) })
		return b.f.Or(x, y)
	case *cc.UnaryExpression:
		if n.Case == cc.UnaryExpressionNot {
			return b.f.Not(b.cond(n.CastExpression))
		}
	case *cc.RelationalExpression, *cc.EqualityExpression:
		return b.compareNode(e)
	}
	return b.truth(b.rvalue(e))
}

// compareNode evaluates a relational or equality expression.
func (b *builder) compareNode(e cc.ExpressionNode) *logic.Term {
	switch n := e.(type) {
	case *cc.RelationalExpression:
		x, y := b.operands(n.RelationalExpression, n.ShiftExpression)
		op := map[cc.RelationalExpressionCase]string{cc.RelationalExpressionLt: "<", cc.RelationalExpressionGt: ">",
			cc.RelationalExpressionLeq: "<=", cc.RelationalExpressionGeq: ">="}[n.Case]
		return b.compare(op, x, y, e)
	case *cc.EqualityExpression:
		x, y := b.operands(n.EqualityExpression, n.RelationalExpression)
		b.equated(x, y, n)
		if n.Case == cc.EqualityExpressionEq {
			return b.compare("==", x, y, e)
		}
		return b.compare("!=", x, y, e)
	}
	panic(fmt.Sprintf("compareNode %T", e))
}

// compare compares two scalars; pointers compare as unsigned addresses.
func (b *builder) compare(op string, x, y val, at cc.Node) *logic.Term {
	if x.x == nil || y.x == nil {
		b.cut("comparison of aggregates", b.posOf(at))
		return b.f.True()
	}
	signed := false
	switch {
	case x.t.kind == tPtr || y.t.kind == tPtr:
		p := b.tt.ptrs
		zero := b.f.BV(0, p.width)
		if x.t.kind != y.t.kind && b.convert(x, p, at) != zero && b.convert(y, p, at) != zero {
			b.usesAddress(at)
		}
		if op != "==" && op != "!=" {
			b.ordered(x, y, at)
		}
		x, y = val{t: p, x: b.convert(x, p, at)}, val{t: p, x: b.convert(y, p, at)}
	default:
		var t *ctype
		x, y, t = b.usual(x, y, at)
		if t.kind == tFloat {
			switch op {
			case "==":
				return b.f.FP(logic.OpFPEq, logic.RNE, x.x, y.x)
			case "!=":
				return b.f.Not(b.f.FP(logic.OpFPEq, logic.RNE, x.x, y.x))
			case "<":
				return b.f.FP(logic.OpFPLt, logic.RNE, x.x, y.x)
			case "<=":
				return b.f.FP(logic.OpFPLe, logic.RNE, x.x, y.x)
			case ">":
				return b.f.FP(logic.OpFPLt, logic.RNE, y.x, x.x)
			default:
				return b.f.FP(logic.OpFPLe, logic.RNE, y.x, x.x)
			}
		}
		signed = t.signed
	}
	le, lt := b.f.ULe, b.f.ULt
	if signed {
		le, lt = b.f.SLe, b.f.SLt
	}
	switch op {
	case "==":
		return b.f.Eq(x.x, y.x)
	case "!=":
		return b.f.Ne(x.x, y.x)
	case "<":
		return lt(x.x, y.x)
	case "<=":
		return le(x.x, y.x)
	case ">":
		return lt(y.x, x.x)
	default:
		return le(y.x, x.x)
	}
}

// branchOn evaluates the condition e and leads to yes or no.
func (b *builder) branchOn(e cc.ExpressionNode, yes, no branchTo) {
	e = tree.Strip(e)
	if !b.pure(e) {
		switch n := e.(type) {
		case *cc.UnaryExpression:
			if n.Case == cc.UnaryExpressionNot {
				b.branchOn(n.CastExpression, no, yes)
				return
			}
		case *cc.LogicalAndExpression:
			mid := b.newLoc()
			b.branchOn(n.LogicalAndExpression, branchTo{loc: mid}, no)
			b.cur = mid
			b.branchOn(n.InclusiveOrExpression, yes, no)
			return
		case *cc.LogicalOrExpression:
			mid := b.newLoc()
			b.branchOn(n.LogicalOrExpression, yes, branchTo{loc: mid})
			b.cur = mid
			b.branchOn(n.LogicalAndExpression, yes, no)
			return
		case *cc.ExpressionList:
			for ; n.ExpressionList != nil; n = n.ExpressionList {
				b.effect(n.AssignmentExpression)
			}
			b.branchOn(n.AssignmentExpression, yes, no)
			return
		case *cc.RelationalExpression, *cc.EqualityExpression:
			b.split(b.compareNode(e), yes, no)
			return
		}
		b.split(b.truth(b.rvalue(e)), yes, no)
		return
	}
	b.split(b.cond(e), yes, no)
}

// split leads to yes where c holds and to no elsewhere.
func (b *builder) split(c *logic.Term, yes, no branchTo) {
	b.flush()
	src := b.cur
	if !c.IsFalse() {
		b.outcome(src, yes, c)
	}
	if !c.IsTrue() {
		b.outcome(src, no, b.f.Not(c))
	}
	b.cur = b.newLoc()
}

func (b *builder) outcome(src *program.Location, to branchTo, c *logic.Term) {
	var ops []program.Op
	if !c.IsTrue() {
		ops = []program.Op{{Kind: program.OpAssume, Expr: c, Pos: b.pos}}
	}
	b.edge(src, to.loc, ops, to.br)
}

// boolByFlow returns the int value of a condition with side effects.
func (b *builder) boolByFlow(e cc.ExpressionNode) val {
	if b.guard != nil {
		panic("control flow under a guard")
	}
	v := b.temp(logic.BVSort(32), true)
	yes, no, join := b.newLoc(), b.newLoc(), b.newLoc()
	b.branchOn(e, branchTo{loc: yes}, branchTo{loc: no})
	b.cur = yes
	b.assign(v, b.f.BV(1, 32))
	b.goTo(join)
	b.cur = no
	b.assign(v, b.f.BV(0, 32))
	b.goTo(join)
	return val{t: b.intT(), x: v.Sym}
}

// conditional is c ? x : y.
func (b *builder) conditional(n *cc.ConditionalExpression) val {
	if b.pure(n) {
		c := b.cond(n.LogicalOrExpression)
		switch {
		case c.IsTrue():
			return b.conditionalType(n, b.rvalue(n.ExpressionList))
		case c.IsFalse():
			return b.conditionalType(n, b.rvalue(n.ConditionalExpression))
		}
		var x, y val
		b.under(c, func() { x = b.rvalue(n.ExpressionList) })
		b.under(b.f.Not(c), func() { y = b.rvalue(n.ConditionalExpression) })
		t := b.commonType(n, x, y)
		return val{t: t, x: b.f.Ite(c, b.convert(x, t, n), b.convert(y, t, n))}
	}
	if b.guard != nil {
		panic("control flow under a guard")
	}
	then, els, join := b.newLoc(), b.newLoc(), b.newLoc()
	var first val
	if n.ExpressionList == nil { // x ?: y
		first = b.rvalue(n.LogicalOrExpression)
		if first.x != nil {
			first.x = b.snapshot(first.x, first.t.signed)
		}
		b.split(b.truth(first), b.toward(then, n, "true"), b.toward(els, n, "false"))
	} else {
		b.branchOn(n.LogicalOrExpression, b.toward(then, n, "true"), b.toward(els, n, "false"))
	}
	b.cur = then
	x := first
	if n.ExpressionList != nil {
		x = b.rvalue(n.ExpressionList)
	}
	// The common type is known only after both operands are lowered: each ends
	// at a location of its own with its value pending.
	xb := b.suspend()
	b.cur = els
	y := b.rvalue(n.ConditionalExpression)
	yb := b.suspend()
	t := b.commonType(n, x, y)
	var res val
	switch {
	case t.isScalar():
		v := b.temp(t.sort, t.signed && t.kind == tInt)
		b.resume(xb)
		b.assign(v, b.convert(x, t, n))
		b.goTo(join)
		b.resume(yb)
		b.assign(v, b.convert(y, t, n))
		b.goTo(join)
		res = val{t: t, x: v.Sym}
	case t.kind == tRecord && direct(t):
		p := place{t: t, node: b.tempNode(t)}
		b.resume(xb)
		b.copyAggregate(p, x.place, b.posOf(n))
		b.goTo(join)
		b.resume(yb)
		b.copyAggregate(p, y.place, b.posOf(n))
		b.goTo(join)
		res = val{t: t, place: p}
	case copyable(t) && !x.place.any && !y.place.any:
		b.resume(xb)
		o := b.tempMemory(t)
		p := b.objectPlace(o)
		p.result = x.place.memory()
		b.copyAggregate(p, x.place, b.posOf(n))
		b.goTo(join)
		b.resume(yb)
		b.bear(o)
		b.copyAggregate(p, y.place, b.posOf(n))
		b.goTo(join)
		res = val{t: t, place: p}
	case t.kind == tVoid:
		b.resume(xb)
		b.goTo(join)
		b.resume(yb)
		b.goTo(join)
		res = val{t: t}
	default:
		b.resume(xb)
		b.cut("conditional expression of type "+t.String(), b.posOf(n))
		b.goTo(join)
		b.resume(yb)
		b.cut("conditional expression of type "+t.String(), b.posOf(n))
		b.goTo(join)
		res = b.anyVal(t)
	}
	return res
}

// suspended is a location of the graph at which building continues later.
type suspended struct {
	cur *program.Location
	ops []program.Op
}

func (b *builder) suspend() suspended {
	s := suspended{b.cur, b.ops}
	b.ops = nil
	return s
}

func (b *builder) resume(s suspended) { b.cur, b.ops = s.cur, s.ops }

// commonType is the type of n, whose operands have the types of x and y (C11 6.5.15).
func (b *builder) commonType(n *cc.ConditionalExpression, x, y val) *ctype {
	switch {
	case x.t.isArith() && y.t.isArith():
		return b.tt.usual(b.promoted(x).t, b.promoted(y).t)
	case x.t.kind == tPtr && y.t.kind == tPtr:
		first, second := b.tt.pointee(x.t).kind == tVoid, b.tt.pointee(y.t).kind == tVoid
		if first && !second && nullConstant(chosenFirst(n)) == yes || second && !first && nullConstant(n.ConditionalExpression) != yes {
			return y.t
		}
		return x.t
	case x.t.kind == tPtr:
		return x.t
	case y.t.kind == tPtr:
		return y.t
	case x.t.kind == tVoid || y.t.kind == tVoid:
		return b.tt.kind(cc.Void)
	}
	return x.t
}

// conditionalType converts the chosen operand of a constant condition.
func (b *builder) conditionalType(n *cc.ConditionalExpression, v val) val {
	t := b.typeOf(n)
	if v.t.kind == tPtr && chosenFirst(n).Type() != nil && n.ConditionalExpression.Type() != nil {
		if x, y := b.tt.of(chosenFirst(n).Type().Decay()), b.tt.of(n.ConditionalExpression.Type().Decay()); x.kind == tPtr && y.kind == tPtr {
			v.t = b.commonType(n, val{t: x}, val{t: y})
		}
		return v
	}
	if !v.t.isArith() || !t.isArith() {
		return v
	}
	// cc's type is not the right one for enumeration constants and bit-fields.
	t = b.tt.exprType(n)
	return val{t: t, x: b.convert(b.promoted(v), t, n)}
}
