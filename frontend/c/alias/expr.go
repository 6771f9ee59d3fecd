package alias

import (
	"cupel/frontend/c/tree"

	"modernc.org/cc/v4"
)

// lvalue is an evaluated object designator.
type lvalue struct {
	node   *node // class of the object; nil for functions and nowhere
	typ    cc.Type
	obj    *object // declared object that is designated by name, or nil
	fn     *function
	member bool // a member of a record or of an array
	elem   bool // an element of an array
}

// address returns the pointee class of a pointer to l; the object escapes.
func (a *analysis) address(l lvalue) *node {
	if l.fn != nil {
		l.fn.taken = true
		return l.fn.self
	}
	if l.obj != nil {
		l.obj.escapes = true
	}
	if l.member {
		a.setInterior(l.node, l.typ)
	}
	if _, array := element(l.typ); array || l.elem {
		a.setArith(l.node, l.typ)
	}
	return l.node
}

// lval evaluates an expression that designates an object or a function.
func (a *analysis) lval(e cc.ExpressionNode) lvalue {
	e = tree.Strip(e)
	l := a.lvalOf(e)
	if _, array := element(l.typ); array || a.literals[e] != nil {
		a.values[e] = l.node
	}
	return l
}

func (a *analysis) lvalOf(e cc.ExpressionNode) lvalue {
	switch n := e.(type) {
	case *cc.PrimaryExpression:
		switch n.Case {
		case cc.PrimaryExpressionIdent:
			d, ok := n.ResolvedTo().(*cc.Declarator)
			if !ok || d.Type() == nil {
				break
			}
			if isKind(d.Type(), cc.Function) {
				f := a.funcOf(d)
				if s := a.funcs[a.lib.Denotes[f.name]]; s != nil && f.def == nil {
					f = s
				}
				return lvalue{typ: d.Type(), fn: f, node: f.self}
			}
			o := a.objectOf(d)
			return lvalue{node: o.node, typ: d.Type(), obj: o}
		case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
			t := n.Type().Undecay()
			x := a.literal(n, t)
			x.find().readOnly = true
			return lvalue{node: x, typ: t}
		}
	case *cc.PostfixExpression:
		switch n.Case {
		case cc.PostfixExpressionIndex:
			return a.index(n)
		case cc.PostfixExpressionSelect:
			l := a.lval(n.PostfixExpression)
			return a.member(l, n)
		case cc.PostfixExpressionPSelect:
			l := a.deref(n.PostfixExpression)
			return a.member(l, n)
		case cc.PostfixExpressionComplit:
			t := n.TypeName.Type()
			if at := n.Type().Undecay(); isKind(t, cc.Array) && isKind(at, cc.Array) {
				t = at // with the initialiser's length
			}
			x := a.literal(n, t)
			if ConstantLiteral(n) {
				x.find().readOnly = true
			}
			for il := n.InitializerList; il != nil; il = il.InitializerList {
				a.initItem(x, il.Initializer, t)
			}
			return lvalue{node: x, typ: t}
		}
	case *cc.UnaryExpression:
		if n.Case == cc.UnaryExpressionDeref {
			return a.deref(n.CastExpression)
		}
	}
	if p, ok := e.(*cc.PrimaryExpression); ok && p.Case != cc.PrimaryExpressionStmt {
		return lvalue{typ: e.Type()} // a constant
	}
	// A record value designates a temporary object.
	v := a.rval(e)
	if isRecord(e.Type()) {
		return lvalue{node: v, typ: e.Type()}
	}
	if q := pointee(e.Type()); q != nil && isKind(q, cc.Function) {
		return lvalue{node: v, typ: q}
	}
	return lvalue{typ: e.Type()}
}

// literal returns the object of a string or compound literal.
func (a *analysis) literal(n cc.Node, t cc.Type) *node {
	x := a.literals[n]
	if x == nil {
		x = a.newNode()
		a.literals[n] = x
		a.view(x, t)
	}
	return x
}

// member selects the field n names.
func (a *analysis) member(l lvalue, n *cc.PostfixExpression) lvalue {
	l.member, l.elem = true, false
	if f := n.Field(); f != nil {
		l.typ = f.Type()
	} else if t := n.Type(); t != nil {
		l.typ = t.Undecay()
	}
	return l
}

// arrayLval evaluates e when it designates an array whose elements lowering
// selects without making a pointer.
func (a *analysis) arrayLval(e cc.ExpressionNode) (lvalue, bool) {
	e = tree.Strip(e)
	switch n := e.(type) {
	case *cc.PrimaryExpression:
		switch n.Case {
		case cc.PrimaryExpressionIdent:
			d, ok := n.ResolvedTo().(*cc.Declarator)
			if !ok || !isKind(d.Type(), cc.Array) {
				return lvalue{}, false
			}
		case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
		default:
			return lvalue{}, false
		}
	case *cc.PostfixExpression:
		switch n.Case {
		case cc.PostfixExpressionIndex, cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect, cc.PostfixExpressionComplit:
		default:
			return lvalue{}, false
		}
	case *cc.UnaryExpression:
		if n.Case != cc.UnaryExpressionDeref {
			return lvalue{}, false
		}
	default:
		return lvalue{}, false
	}
	if t := e.Type(); t == nil || !isKind(t.Undecay(), cc.Array) {
		return lvalue{}, false
	}
	l := a.lval(e)
	return l, isKind(l.typ, cc.Array)
}

// elementOf selects an element of the array l.
func elementOf(l lvalue) lvalue {
	l.typ = l.typ.(*cc.ArrayType).Elem()
	l.elem = true
	return l
}

func (a *analysis) index(n *cc.PostfixExpression) lvalue {
	base, idx := n.PostfixExpression, n.ExpressionList
	if t := base.Type(); t != nil && cc.IsIntegerType(t) {
		base, idx = idx, base
	}
	if l, ok := a.arrayLval(base); ok {
		a.rval(idx)
		return elementOf(l)
	}
	p := a.rval(base)
	a.rval(idx)
	t := pointee(base.Type())
	if !isZero(idx) {
		a.setArith(p, t)
	}
	a.view(p, t)
	return lvalue{node: p, typ: t, elem: true}
}

// deref evaluates *e.
func (a *analysis) deref(e cc.ExpressionNode) lvalue {
	s := tree.Strip(e)
	if u, ok := s.(*cc.UnaryExpression); ok && u.Case == cc.UnaryExpressionAddrof {
		l := a.lval(u.CastExpression)
		a.values[s] = l.node
		return l
	}
	if list, p, ok := tree.VaArg(s); ok {
		return a.readVariable(s, list, pointee(p))
	}
	if l, ok := a.arrayLval(s); ok {
		return elementOf(l)
	}
	if add, ok := s.(*cc.AdditiveExpression); ok && add.Case == cc.AdditiveExpressionAdd {
		for _, o := range [][2]cc.ExpressionNode{{add.AdditiveExpression, add.MultiplicativeExpression}, {add.MultiplicativeExpression, add.AdditiveExpression}} {
			if _, whole := tree.Strip(o[0]).(*cc.PrimaryExpression); !whole {
				continue // what is behind a row or a member is part of the object, too
			}
			if l, ok := a.arrayLval(o[0]); ok {
				a.rval(o[1])
				a.values[s] = l.node
				return elementOf(l)
			}
		}
	}
	a.dereferenced = s
	p := a.rval(e)
	t := pointee(e.Type())
	if isKind(t, cc.Function) {
		return lvalue{node: p, typ: t}
	}
	a.view(p, t)
	return lvalue{node: p, typ: t}
}

// mark reports whether e is an integer constant that is the address of no object: such pointers serve as marks.
func mark(e cc.ExpressionNode) bool {
	n, ok := bitsOf(tree.Strip(e))
	return ok && Mark(int64(n))
}

// Mark reports whether no object lies at address n: near 0 or the end of memory.
func Mark(n int64) bool { return -4096 <= n && n < 4096 }

// isZero reports whether e is the constant 0.
func isZero(e cc.ExpressionNode) bool {
	n, ok := bitsOf(e)
	return ok && n == 0
}

// bitsOf are the bits of an integer constant.
func bitsOf(e cc.ExpressionNode) (uint64, bool) {
	switch v := e.Value().(type) {
	case cc.Int64Value:
		return uint64(v), true
	case cc.UInt64Value:
		return uint64(v), true
	}
	return 0, false
}
