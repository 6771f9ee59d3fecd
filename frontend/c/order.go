package c

import (
	"slices"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/frontend/c/tree"

	"modernc.org/cc/v4"
)

// ordering is the effect that the order of some evaluations can have.
type ordering struct {
	indices []int // of the evaluations that disturb one another
	partial bool  // there are orders that are no permutations of whole evaluations
}

// ordering determines which orders of evaluation make a difference: C leaves the order of operands and of arguments unspecified, and that of their parts; calls
// are not interleaved (C11 6.5 p3, 6.5.2.2 p10). If in each evaluation only one access or call is disturbed by others, every interleaving is equivalent to a
// permutation of the evaluations, since undisturbed parts commute.
func (b *builder) ordering(es []cc.ExpressionNode) (o ordering) {
	if len(es) < 2 || !slices.ContainsFunc(es, func(e cc.ExpressionNode) bool { return !b.pure(e) }) {
		return o
	}
	events, all := make([][]*accessed, len(es)), make([]*accessed, len(es))
	for i, e := range es {
		events[i], all[i] = b.events(e), newAccessed()
		for _, a := range events[i] {
			all[i].add(a)
		}
	}
	for i := range es {
		n := 0
		for _, a := range events[i] {
			for j, other := range all {
				if i != j && a.conflicts(other) {
					n++
					break
				}
			}
		}
		if n > 0 {
			o.indices = append(o.indices, i)
		}
		o.partial = o.partial || n > 1
	}
	return o
}

// evaluate evaluates expressions whose order C leaves open, from left to right, or in every order that makes a difference. The values
// are as after the last evaluation.
func (b *builder) evaluate(es []cc.ExpressionNode, value func(i int) val) []val {
	return unsequenced(b, es, func() []val { return b.evaluateAll(es, value) })
}

func (b *builder) evaluateAll(es []cc.ExpressionNode, value func(i int) val) []val {
	perm := make([]int, len(es))
	for i := range perm {
		perm[i] = i
	}
	o := b.ordering(es)
	if len(o.indices) < 2 {
		return b.inTurn(es, perm, value)
	}
	perms := o.permutations(len(es))
	if o.partial || !b.repeatable(len(perms), es...) || slices.ContainsFunc(es, func(e cc.ExpressionNode) bool { return !carried(b.typeOf(e)) }) {
		b.otherOrders(es...)
		return b.inTurn(es, perm, value)
	}
	return b.inOrders(es, perms, value)
}

// permutations are the orders of n evaluations that make a difference, that from left to right first; none: there are too many.
func (o ordering) permutations(n int) (perms [][]int) {
	permute(o.indices, func(in []int) {
		p := make([]int, n)
		for i := range p {
			p[i] = i
		}
		for i, at := range o.indices {
			p[at] = in[i]
		}
		perms = append(perms, p)
	})
	return perms
}

// carried reports whether values of a type can be kept in a variable.
func carried(t *ctype) bool { return t.isScalar() || t.kind == tRecord && (direct(t) || copyable(t)) }

// permute calls f for every permutation, that of s itself first; s has few elements.
func permute(s []int, f func([]int)) {
	var rec func(done, left []int)
	rec = func(done, left []int) {
		if len(left) == 0 {
			f(done)
		}
		for i, x := range left {
			rec(append(slices.Clone(done), x), slices.Delete(slices.Clone(left), i, i+1))
		}
	}
	if len(s) <= maxPermuted {
		rec(nil, s)
	}
}

// repeatable reports whether the expressions can be lowered n times.
func (b *builder) repeatable(n int, es ...cc.ExpressionNode) bool {
	if n == 0 || b.guard != nil || max(b.orders, 1)*n > maxOrders {
		return false
	}
	ok := true
	for _, e := range es {
		tree.Visit(e, func(n cc.Node) bool {
			switch n := n.(type) {
			case *cc.PrimaryExpression:
				ok = ok && n.Case != cc.PrimaryExpressionStmt
			case *cc.PostfixExpression:
				ok = ok && n.Case != cc.PostfixExpressionComplit
			case *cc.TypeName:
				ok = ok && b.fixedPure(n.Type())
			}
			return ok
		})
	}
	return ok
}

// times runs f, which lowers code inside one of n orders.
func (b *builder) times(n int, f func()) {
	outer := b.orders
	b.orders = max(outer, 1) * n
	f()
	b.orders = outer
}

// otherOrders adds a cut for the orders of evaluation without a model.
func (b *builder) otherOrders(es ...cc.ExpressionNode) {
	if b.guard != nil {
		panic("control flow under a guard")
	}
	cut, rest := b.newLoc(), b.newLoc()
	b.choose(rest, cut, b.posOf(es[len(es)-1]))
	b.cur = cut
	b.cut("order of evaluation that C leaves open, other than from left to right: "+short(cc.NodeSource(es[len(es)-1])), b.posOf(es[len(es)-1]))
	b.cur = rest
}

// choose leads to either location, as the implementation likes it: x is from left to right.
func (b *builder) choose(x, y *program.Location, pos program.Pos) {
	c := b.temp(logic.BVSort(8), false)
	c.Bool = true
	b.emit(program.Op{Kind: program.OpHavoc, Var: c, Note: program.OrderNote, Pos: pos})
	b.emit(program.Op{Kind: program.OpAssume, Expr: b.f.ULe(c.Sym, b.f.BV(1, 8))})
	b.split(b.f.Eq(c.Sym, b.f.BV(0, 8)), branchTo{loc: x}, branchTo{loc: y})
}

// inTurn evaluates expressions in one order.
func (b *builder) inTurn(es []cc.ExpressionNode, order []int, value func(i int) val) []val {
	vs := make([]val, len(es))
	for k, i := range order {
		v := value(i)
		later := order[k+1:]
		rest := make([]cc.ExpressionNode, len(later))
		for j, l := range later {
			rest[j] = es[l]
		}
		switch {
		case v.x != nil:
			v.x = b.keepFor(v.x, v.t.signed, rest...)
		case slices.ContainsFunc(rest, func(e cc.ExpressionNode) bool { return !b.pure(e) }):
			if v.t.kind == tRecord && !direct(v.t) && !copyable(v.t) {
				b.cut("record with a union before an operand with side effects", b.posOf(es[i]))
			}
			v = b.keep(v)
		}
		vs[i] = v
	}
	return vs
}

// inOrders evaluates expressions in one of several orders.
func (b *builder) inOrders(es []cc.ExpressionNode, orders [][]int, value func(i int) val) []val {
	var results [][]val
	records := make([]place, len(es))
	for i, e := range es {
		if t := b.typeOf(e); t.kind == tRecord && direct(t) {
			records[i] = place{t: t, node: b.tempNode(t)}
		} else if t.kind == tRecord {
			records[i] = b.objectPlace(b.tempMemory(t))
		}
	}
	ends := b.branches(orders, func(order []int) program.Pos { return b.posOf(es[order[0]]) }, func(order []int) {
		results = append(results, b.inTurn(es, order, value))
	})
	vs, temps := slices.Clone(results[0]), make([]*program.Var, len(es))
	for i, v := range vs {
		alike := !slices.ContainsFunc(results, func(r []val) bool {
			return (r[i].x == nil) != (v.x == nil) || v.x == nil && v.t.kind != tRecord || v.x != nil && r[i].x.Sort() != v.x.Sort()
		})
		if !alike {
			b.resume(ends[0])
			for _, e := range ends[1:] {
				b.resume(e)
				b.cut("operands of different kinds", b.posOf(es[i]))
			}
			b.resume(ends[0])
			return results[0]
		}
		if v.x == nil {
			vs[i].place = records[i]
		} else if slices.ContainsFunc(results, func(r []val) bool { return r[i].x != v.x }) {
			temps[i] = b.temp(v.x.Sort(), v.t.signed)
			vs[i].x = temps[i].Sym
		}
	}
	join := b.newLoc()
	for k, end := range ends {
		b.resume(end)
		for i, v := range results[k] {
			if v.x == nil {
				b.copyAggregate(records[i], v.place, b.posOf(es[i]))
			} else if temps[i] != nil {
				b.assign(temps[i], v.x)
			}
		}
		b.goTo(join)
	}
	b.cur = join
	return vs
}

// branches runs do for each of several orders, between which the implementation chooses at the position of each, and returns where each ends.
func (b *builder) branches(orders [][]int, pos func(order []int) program.Pos, do func(order []int)) []suspended {
	ends := make([]suspended, len(orders))
	b.times(len(orders), func() {
		for i, order := range orders {
			var next *program.Location
			if i+1 < len(orders) {
				this := b.newLoc()
				next = b.newLoc()
				b.choose(this, next, pos(order))
				b.cur = this
			}
			do(order)
			ends[i] = b.suspend()
			b.cur = next
		}
	})
	return ends
}

// inAnyOrder runs do, which lowers evaluations without values, for each of several orders, between which the implementation chooses.
func (b *builder) inAnyOrder(orders [][]int, pos program.Pos, do func(order []int)) {
	ends := b.branches(orders, func([]int) program.Pos { return pos }, do)
	join := b.newLoc()
	for _, end := range ends {
		b.resume(end)
		b.goTo(join)
	}
	b.cur = join
}

// eitherWay lowers an expression in two ways between which the implementation chooses; both have values of the same type.
func (b *builder) eitherWay(used bool, one, other func() val) val {
	var v, w val
	first, second, join := b.newLoc(), b.newLoc(), b.newLoc()
	var e1, e2 suspended
	b.times(2, func() {
		b.choose(first, second, b.pos)
		b.cur = first
		v = one()
		e1 = b.suspend()
		b.cur = second
		w = other()
		e2 = b.suspend()
	})
	r := val{t: v.t}
	if used && v.x != nil && w.x != nil {
		t := b.temp(v.x.Sort(), v.t.signed)
		b.resume(e1)
		b.assign(t, v.x)
		e1 = b.suspend()
		b.resume(e2)
		b.assign(t, w.x)
		e2 = b.suspend()
		r.x, r.bits = t.Sym, v.bits
	}
	for _, e := range []suspended{e1, e2} {
		b.resume(e)
		if used && r.x == nil {
			b.cut("value of an assignment whose operands have no order", b.pos)
		}
		b.goTo(join)
	}
	b.cur = join
	return r
}

// addressed returns the expressions evaluated to determine the object an lvalue designates.
func addressed(e cc.ExpressionNode) []cc.ExpressionNode {
	switch n := tree.Strip(e).(type) {
	case *cc.PostfixExpression:
		switch n.Case {
		case cc.PostfixExpressionSelect:
			return addressed(n.PostfixExpression)
		case cc.PostfixExpressionPSelect:
			return []cc.ExpressionNode{n.PostfixExpression}
		case cc.PostfixExpressionIndex:
			if isArray(n.PostfixExpression) {
				return append(addressed(n.PostfixExpression), n.ExpressionList)
			}
			return []cc.ExpressionNode{n.PostfixExpression, n.ExpressionList}
		}
	case *cc.UnaryExpression:
		if n.Case == cc.UnaryExpressionDeref {
			return []cc.ExpressionNode{n.CastExpression}
		}
	}
	return nil
}
