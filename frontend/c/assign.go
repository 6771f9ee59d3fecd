package c

import (
	"slices"

	"cupel/core/logic"
	"cupel/frontend/c/tree"

	"modernc.org/cc/v4"
)

// incDec is ++ and --; with old the result is the value before.
func (b *builder) incDec(e cc.ExpressionNode, inc, used, old bool, at cc.Node) val {
	p := b.lvalue(e)
	v := b.fromPlace(p)
	if v.x == nil {
		return b.unsupported("increment of an aggregate", at, b.intT())
	}
	if used {
		p = b.pin(p)
	}
	before := v.x
	if used && old {
		before = b.snapshot(v.x, v.t.signed)
	}
	op := byte('+')
	if !inc {
		op = '-'
	}
	r := b.binary(op, val{t: v.t, x: before, bits: v.bits}, b.intVal(1, b.intT()), at)
	b.store(p, b.convert(r, p.t, at))
	switch {
	case !used:
		return val{t: v.t}
	case old:
		return val{t: v.t, x: before, bits: v.bits}
	}
	return b.reload(p)
}

// pin makes p independent of the memory a store through it changes: an address or
// index that was read from memory or from an array is kept in a temporary.
func (b *builder) pin(p place) place {
	if p.idx != nil && reads(p.idx) {
		p.idx = b.snapshot(p.idx, true)
	}
	if p.addr != nil && (reads(p.addr) || reads(p.origin())) {
		addr, from := p.addr, p.origin()
		if p.addr = b.snapshot(addr, false); from == addr {
			p.from = p.addr
		} else {
			p.from = b.snapshot(from, false)
		}
	}
	return p
}

// reads reports whether t reads an array or memory.
func reads(t *logic.Term) bool {
	found := false
	logic.Walk(func(s *logic.Term) bool {
		found = found || s.Op() == logic.OpSelect
		return !found
	}, t)
	return found
}

// reload reads a place that was just written.
func (b *builder) reload(p place) val {
	p.inside = true
	if p.t.isScalar() {
		return b.loaded(p)
	}
	return b.fromPlace(p)
}

// assignment is = and the compound assignments. The order of evaluating the designated object and the right operand is unspecified.
func (b *builder) assignment(n *cc.AssignmentExpression, used bool) val {
	clash, calls := b.overwritten(n)
	return undefinedIf(b, clash, calls, func() val { return b.assigning(n, used) })
}

func (b *builder) assigning(n *cc.AssignmentExpression, used bool) val {
	assign := func(rightFirst bool) val {
		if n.Case == cc.AssignmentExpressionAssign {
			return b.simpleAssign(n, used, rightFirst)
		}
		return b.compoundAssign(n, used, rightFirst)
	}
	es := append(addressed(n.UnaryExpression), n.AssignmentExpression)
	o := b.ordering(es)
	switch {
	case !slices.Contains(o.indices, len(es)-1):
	case len(o.indices) == 2 && !o.partial && b.repeatable(2, es...):
		return b.eitherWay(used, func() val { return assign(false) }, func() val { return assign(true) })
	default:
		b.otherOrders(es...)
	}
	return assign(false)
}

// assigned is the place that an assignment is to, and the right operand if that is evaluated first.
func (b *builder) assigned(n *cc.AssignmentExpression, rightFirst bool) (place, *val) {
	if !rightFirst {
		return b.lvalue(n.UnaryExpression), nil
	}
	v := b.rvalue(n.AssignmentExpression)
	if v.x != nil || !b.pure(n.UnaryExpression) {
		v = b.keep(v)
	}
	return b.lvalue(n.UnaryExpression), &v
}

func (b *builder) compoundAssign(n *cc.AssignmentExpression, used, rightFirst bool) val {
	op := map[cc.AssignmentExpressionCase]byte{
		cc.AssignmentExpressionMul: '*', cc.AssignmentExpressionDiv: '/', cc.AssignmentExpressionMod: '%',
		cc.AssignmentExpressionAdd: '+', cc.AssignmentExpressionSub: '-', cc.AssignmentExpressionLsh: 'l',
		cc.AssignmentExpressionRsh: 'r', cc.AssignmentExpressionAnd: '&', cc.AssignmentExpressionXor: '^', cc.AssignmentExpressionOr: '|',
	}[n.Case]
	p, right := b.assigned(n, rightFirst)
	var r, v val
	switch {
	case right != nil:
		r, v = *right, b.fromPlace(p)
	case !b.pure(n.AssignmentExpression):
		// A compound assignment is one evaluation for the calls in its right operand (C11 6.5.16.2 p3).
		p = b.freeze(p, n.AssignmentExpression)
		r = b.rvalue(n.AssignmentExpression)
		v = b.fromPlace(p)
	default:
		v = b.fromPlace(p)
		r = b.rvalue(n.AssignmentExpression)
	}
	if v.x == nil || r.x == nil {
		return b.unsupported("compound assignment of an aggregate", n, b.intT())
	}
	res := b.binary(op, v, r, n)
	if used {
		p = b.pin(p)
	}
	b.store(p, b.convert(res, p.t, n))
	if !used {
		return val{t: p.t}
	}
	return b.reload(p)
}

func (b *builder) simpleAssign(n *cc.AssignmentExpression, used, rightFirst bool) val {
	p, right := b.assigned(n, rightFirst)
	value := func() val {
		if right != nil {
			return *right
		}
		return b.rvalue(n.AssignmentExpression)
	}
	if p.t.kind == tRecord {
		if right == nil {
			p = b.freeze(p, n.AssignmentExpression)
		}
		v := value()
		if v.t.kind != tRecord {
			return b.unsupported("assignment to a struct", n, p.t)
		}
		b.copyAggregate(p, v.place, b.posOf(n))
		return val{t: p.t, place: p}
	}
	if !p.t.isScalar() {
		return b.unsupported("assignment to "+p.t.String(), n, b.intT())
	}
	if right == nil && !b.pure(n.AssignmentExpression) {
		p = b.freeze(p, n.AssignmentExpression)
		if c, ok := b.callOf(n.AssignmentExpression); ok && p.node != nil && p.idx == nil && p.bits == 0 {
			// The result of a call may go straight into the variable.
			r := b.call(c, true, &callResult{v: p.node.v, t: p.t})
			if r.x != p.node.v.Sym {
				b.store(p, b.convert(r, p.t, n))
			}
			return b.reload(p)
		}
	}
	v := value()
	if used {
		p = b.pin(p)
	}
	b.store(p, b.convert(v, p.t, n))
	if !used {
		return val{t: p.t}
	}
	return b.reload(p)
}

// freeze keeps the address or index of p while e is evaluated.
func (b *builder) freeze(p place, e cc.ExpressionNode) place {
	if p.idx != nil {
		p.idx = b.keepFor(p.idx, true, e)
	}
	if p.addr != nil && !p.inside {
		addr, from := p.addr, p.origin()
		if p.addr = b.keepFor(addr, false, e); from == addr {
			p.from = p.addr
		} else {
			p.from = b.keepFor(from, false, e)
		}
	}
	return p
}

// callOf returns e as a plain call expression.
func (b *builder) callOf(e cc.ExpressionNode) (*cc.PostfixExpression, bool) {
	n, ok := tree.Strip(e).(*cc.PostfixExpression)
	return n, ok && n.Case == cc.PostfixExpressionCall
}
