package alias

import (
	"cupel/frontend/c/tree"

	"modernc.org/cc/v4"
)

// rval evaluates e and returns the class of its targets (nil for values that carry no pointer), or for a record the object that holds it.
func (a *analysis) rval(e cc.ExpressionNode) *node {
	if tree.IsNil(e) {
		return nil
	}
	e = tree.Strip(e)
	n := a.rvalOf(e)
	if n != nil {
		a.values[e] = n
	}
	return n
}

func (a *analysis) rvalOf(e cc.ExpressionNode) *node {
	switch n := e.(type) {
	case *cc.PrimaryExpression:
		switch n.Case {
		case cc.PrimaryExpressionIdent, cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
			if _, ok := n.ResolvedTo().(*cc.Enumerator); ok {
				return nil
			}
			return a.read(a.lval(e))
		case cc.PrimaryExpressionStmt:
			return a.block(n.CompoundStatement, true)
		}
		return nil
	case *cc.PostfixExpression:
		switch n.Case {
		case cc.PostfixExpressionCall:
			return a.call(n)
		case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
			return a.step(n.PostfixExpression)
		}
		return a.read(a.lval(e))
	case *cc.UnaryExpression:
		return a.unary(n)
	case *cc.CastExpression:
		a.arraySizes(n.TypeName.Type())
		v := a.rval(n.CastExpression)
		to := n.TypeName.Type()
		if FlagsOf(n) == nil {
			v = a.fromNumber(v, n.CastExpression, to)
		}
		if isRecord(to) { // GNU cast to a union
			x := a.newNode()
			a.view(x, to)
			a.store(x, n.CastExpression.Type(), v, n.CastExpression.Type())
			return x
		}
		if t := pointee(to); t != nil {
			if c, ok := a.scalar(t); ok && c == (Cell{Bits: 8}) {
				a.leavesMember(v, n.CastExpression, t)
			}
		}
		a.allocates = allocation(n.CastExpression)
		defer func() { a.allocates = false }()
		return a.convert(v, n.CastExpression.Type(), to)
	case *cc.AssignmentExpression:
		return a.assign(n)
	case *cc.ConditionalExpression:
		return a.conditional(n)
	case *cc.ExpressionList:
		for ; n.ExpressionList != nil; n = n.ExpressionList {
			a.effect(n.AssignmentExpression)
		}
		return a.rval(n.AssignmentExpression)
	case *cc.AdditiveExpression:
		return a.additive(e, n.AdditiveExpression, n.MultiplicativeExpression, n.Case == cc.AdditiveExpressionSub)
	case *cc.MultiplicativeExpression:
		return a.integer(n.MultiplicativeExpression, n.CastExpression)
	case *cc.ShiftExpression:
		return a.integer(n.ShiftExpression, n.AdditiveExpression)
	case *cc.AndExpression:
		return a.integer(n.AndExpression, n.EqualityExpression)
	case *cc.ExclusiveOrExpression:
		return a.integer(n.ExclusiveOrExpression, n.AndExpression)
	case *cc.InclusiveOrExpression:
		return a.integer(n.InclusiveOrExpression, n.ExclusiveOrExpression)
	case *cc.EqualityExpression:
		x, y := a.rval(n.EqualityExpression), a.rval(n.RelationalExpression)
		if x != nil && y != nil {
			a.compared = append(a.compared, [2]*node{x, y})
		}
		return nil
	case *cc.RelationalExpression:
		a.rval(n.RelationalExpression)
		a.rval(n.ShiftExpression)
		return nil
	case *cc.LogicalAndExpression:
		a.rval(n.LogicalAndExpression)
		a.rval(n.InclusiveOrExpression)
		return nil
	case *cc.LogicalOrExpression:
		a.rval(n.LogicalOrExpression)
		a.rval(n.LogicalAndExpression)
		return nil
	}
	return nil
}

// fromNumber is the value v of e where it becomes a pointer, if it is a number.
func (a *analysis) fromNumber(v *node, e cc.ExpressionNode, to cc.Type) *node {
	if !isKind(to, cc.Ptr) || isKind(e.Type().Decay(), cc.Ptr) {
		return v
	}
	if v == nil && !isZero(e) {
		v = a.newNode() // a constant address
		v.external = true
	}
	if v != nil && !mark(e) {
		v.find().external, v.find().numeric = true, true
	}
	return v
}

// read returns the value an object designator has as an operand.
func (a *analysis) read(l lvalue) *node {
	switch {
	case l.fn != nil:
		return a.address(l)
	case l.typ == nil || l.node == nil:
		return nil
	case isKind(l.typ, cc.Function):
		return l.node
	case isKind(l.typ, cc.Array):
		if l.elem { // a row
			a.ended(l.node, l.typ)
		}
		return a.address(l)
	case isRecord(l.typ):
		return l.node
	}
	return a.load(l.node, l.typ)
}

// step is ++ or --.
func (a *analysis) step(e cc.ExpressionNode) *node {
	l := a.lval(e)
	v := a.read(l)
	if p := pointee(l.typ); p != nil {
		a.moved(v, p)
		a.ended(v, p)
	} else {
		a.intArithmetic(v)
	}
	return v
}

// moved records pointer arithmetic on a pointer to t. Arithmetic on void*
// counts bytes.
func (a *analysis) moved(v *node, t cc.Type) {
	if v == nil {
		return
	}
	if isKind(t, cc.Void) || isKind(t, cc.Function) {
		n := v.find()
		if !n.intArith || !n.fromInt {
			n.intArith, n.fromInt, a.changed = true, true, true
		}
		return
	}
	a.setArith(v, t)
}

// end records that e computes a pointer to t into v, unless e is dereferenced at once.
func (a *analysis) end(e cc.ExpressionNode, v *node, t cc.Type) {
	if e != a.dereferenced {
		a.ended(v, t)
	}
}

// anyType stands for a pointer that may be converted to any type.
const anyType = ""

// ended records that a pointer to t into v may be one past the end of its object; t nil: to any type.
func (a *analysis) ended(v *node, t cc.Type) {
	if v == nil {
		return
	}
	k := anyType
	if e, _ := element(t); e != nil && !isKind(e, cc.Void) && !isKind(e, cc.Function) {
		k = a.key(e)
	}
	n := v.find()
	if n.ends == nil {
		n.ends = map[string]bool{}
	}
	n.ends[k] = true
}

// beyond reports whether the element that e designates may lie one past the end of its array, as far as constants tell.
func beyond(e cc.ExpressionNode) bool {
	n, ok := tree.Strip(e).(*cc.PostfixExpression)
	if !ok || n.Case != cc.PostfixExpressionIndex {
		return false
	}
	base, idx := n.PostfixExpression, n.ExpressionList
	if t := base.Type(); t != nil && cc.IsIntegerType(t) {
		base, idx = idx, base
	}
	if isZero(idx) {
		return false
	}
	t, ok := base.Type().Undecay().(*cc.ArrayType)
	if i, known := idx.Value().(cc.Int64Value); ok && known {
		return i < 0 || int64(i) >= t.Len()
	}
	return true
}

func (a *analysis) intArithmetic(v *node) {
	if v == nil {
		return
	}
	if n := v.find(); !n.intArith {
		n.intArith, a.changed = true, true
	}
}

func (a *analysis) unary(n *cc.UnaryExpression) *node {
	switch n.Case {
	case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
		return a.step(n.UnaryExpression)
	case cc.UnaryExpressionAddrof:
		if d, ok := tree.Strip(n.CastExpression).(*cc.UnaryExpression); ok && d.Case == cc.UnaryExpressionDeref {
			return a.rval(d.CastExpression) // &*p is p
		}
		l := a.lval(n.CastExpression)
		if beyond(n.CastExpression) {
			a.ended(l.node, l.typ)
		}
		if l.node != nil && inUnion(n.CastExpression) {
			l.node.find().copied = true // it may be read as another member
		}
		return a.address(l)
	case cc.UnaryExpressionDeref:
		return a.read(a.deref(n.CastExpression))
	case cc.UnaryExpressionPlus, cc.UnaryExpressionMinus, cc.UnaryExpressionCpl:
		v := a.rval(n.CastExpression)
		a.intArithmetic(v)
		return v
	case cc.UnaryExpressionNot:
		a.rval(n.CastExpression)
	case cc.UnaryExpressionReal, cc.UnaryExpressionImag:
		a.rval(n.UnaryExpression)
	case cc.UnaryExpressionSizeofType:
		a.arraySizes(n.TypeName.Type())
	case cc.UnaryExpressionSizeofExpr:
		if t := n.UnaryExpression.Type(); t != nil && varies(t.Undecay()) {
			a.lval(n.UnaryExpression)
		}
	}
	return nil // the operand of sizeof and the like is not evaluated
}

func (a *analysis) assign(n *cc.AssignmentExpression) *node {
	l := a.lval(n.UnaryExpression)
	v := a.rval(n.AssignmentExpression)
	if n.Case == cc.AssignmentExpressionAssign {
		a.storeValue(l.node, l.typ, v, n.AssignmentExpression)
		return a.read(l)
	}
	old := a.read(l)
	if p := pointee(l.typ); p != nil {
		a.moved(old, p)
		a.ended(old, p)
		if v != nil && old != nil {
			a.unify(old, v) // an offset that carries a pointer
		}
		return old
	}
	if v = a.join2(old, v); v != nil {
		a.intArithmetic(v)
		a.store(l.node, l.typ, v, l.typ)
	}
	return v
}

// join2 is the value of an operation on two values.
func (a *analysis) join2(x, y *node) *node {
	if x == nil {
		return y
	}
	if y != nil {
		a.unify(x, y)
	}
	return x
}

// integer is an integer operation.
func (a *analysis) integer(x, y cc.ExpressionNode) *node {
	u, v := a.rval(x), a.rval(y)
	if cell, ok := a.scalar(x.Type()); ok && cell.Float {
		u = nil
	}
	if cell, ok := a.scalar(y.Type()); ok && cell.Float {
		v = nil
	}
	r := a.join2(u, v)
	a.intArithmetic(r)
	return r
}

func (a *analysis) additive(e, x, y cc.ExpressionNode, sub bool) *node {
	p, q := pointee(x.Type()), pointee(y.Type())
	if p == nil && q == nil {
		return a.integer(x, y)
	}
	u, v := a.rval(x), a.rval(y)
	switch {
	case p != nil && q != nil:
		return nil // a difference carries no pointer
	case p != nil:
		if !isZero(y) {
			a.moved(u, p)
			a.end(e, u, p)
		}
		return a.join2(u, v)
	}
	if !isZero(x) {
		a.moved(v, q)
		a.end(e, v, q)
	}
	return a.join2(v, u)
}

func (a *analysis) conditional(n *cc.ConditionalExpression) *node {
	cond := a.rval(n.LogicalOrExpression)
	then, els := cond, a.rval(n.ConditionalExpression)
	thenType := n.LogicalOrExpression.Type()
	if !tree.IsNil(n.ExpressionList) { // not the GNU form x ?: y
		then = a.rval(n.ExpressionList)
		thenType = n.ExpressionList.Type()
	}
	t := n.Type()
	if isRecord(t) {
		x := a.newNode()
		a.view(x, t)
		a.store(x, t, then, thenType)
		a.store(x, t, els, n.ConditionalExpression.Type())
		return x
	}
	then = a.convert(then, thenType, t)
	els = a.convert(els, n.ConditionalExpression.Type(), t)
	return a.join2(then, els)
}

// leavesMember lets a pointer to a member that is converted to one to bytes of type t point to all of the record: programs walk over records in this way.
func (a *analysis) leavesMember(v *node, e cc.ExpressionNode, t cc.Type) {
	e = tree.Strip(e)
	if u, ok := e.(*cc.UnaryExpression); ok && u.Case == cc.UnaryExpressionAddrof {
		e = tree.Strip(u.CastExpression)
	}
	for v != nil {
		n, ok := e.(*cc.PostfixExpression)
		switch {
		case ok && n.Case == cc.PostfixExpressionSelect:
			a.pun(v, n.PostfixExpression.Type().Undecay())
			a.pun(v, t)
		case ok && n.Case == cc.PostfixExpressionPSelect:
			if r := pointee(n.PostfixExpression.Type()); r != nil {
				a.pun(v, r)
				a.pun(v, t)
			}
			return
		case ok && n.Case == cc.PostfixExpressionIndex:
		default:
			return
		}
		e = tree.Strip(n.PostfixExpression)
	}
}

// inUnion reports whether an lvalue designates a member of a union, or a part of one.
func inUnion(e cc.ExpressionNode) bool {
	for {
		n, ok := tree.Strip(e).(*cc.PostfixExpression)
		if !ok {
			return false
		}
		switch n.Case {
		case cc.PostfixExpressionSelect:
			if isKind(n.PostfixExpression.Type(), cc.Union) {
				return true
			}
		case cc.PostfixExpressionPSelect:
			return isKind(pointee(n.PostfixExpression.Type().Decay()), cc.Union)
		case cc.PostfixExpressionIndex:
		default:
			return false
		}
		e = n.PostfixExpression
	}
}
