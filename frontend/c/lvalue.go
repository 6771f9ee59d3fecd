package c

import (
	"cupel/core/program"
	"cupel/frontend/c/tree"

	"modernc.org/cc/v4"
)

// fromPlace reads an lvalue: arrays decay to a pointer, scalars are loaded.
func (b *builder) fromPlace(p place) val {
	switch p.t.kind {
	case tArray:
		if p.node != nil {
			// By escape analysis no address is taken: the pointer is only used as the base of an access that lvalue handles.
			b.cut("pointer to an array that does not escape", b.pos)
			return b.anyVal(b.tt.pointerTo(p.t.elem))
		}
		return b.pointer(p, b.tt.pointerTo(p.t.elem))
	case tFunc:
		return val{t: b.tt.pointerTo(p.t), x: p.addr}
	case tRecord:
		return val{t: p.t, place: p}
	case tVoid:
		return val{t: p.t}
	case tOther:
		b.cut("value of type "+p.t.String(), b.pos)
		return val{t: b.intT(), x: b.f.BV(0, 32)}
	}
	b.readsNumber(p)
	return b.loaded(p)
}

// loaded is the value of a scalar place.
func (b *builder) loaded(p place) val { return val{t: p.t, x: b.load(p), bits: p.bits} }

func (b *builder) addressOf(n *cc.UnaryExpression) val {
	e := tree.Strip(n.CastExpression)
	if u, ok := e.(*cc.UnaryExpression); ok && u.Case == cc.UnaryExpressionDeref {
		return b.rvalue(u.CastExpression) // &*p is p
	}
	if p, ok := e.(*cc.PrimaryExpression); ok && p.Case == cc.PrimaryExpressionIdent {
		if d, ok := p.ResolvedTo().(*cc.Declarator); ok && d.Type() != nil && d.Type().Kind() == cc.Function {
			return b.primary(p)
		}
	}
	var p place
	if l, ok := e.(*cc.PostfixExpression); ok && l.Case == cc.PostfixExpressionComplit {
		p = b.compoundLiteral(l, true)
	} else {
		b.addressed = e
		p = b.lvalue(n.CastExpression)
	}
	if p.node != nil {
		return b.unsupported("address of an object that does not escape", n, b.tt.pointerTo(p.t))
	}
	return b.pointer(p, b.tt.pointerTo(p.t))
}

// lvalue evaluates e to the place it designates.
func (b *builder) lvalue(e cc.ExpressionNode) place {
	e = tree.Strip(e)
	switch n := e.(type) {
	case *cc.PrimaryExpression:
		switch n.Case {
		case cc.PrimaryExpressionIdent:
			if d, ok := n.ResolvedTo().(*cc.Declarator); ok {
				if b.vars[d] == nil && d.Linkage() != cc.None {
					if b.undefinedWeak(d.Name()) {
						return place{t: b.typeOf(n), addr: b.f.BV(0, b.tt.ptrW), class: b.alias.ClassOfObject(d)}
					}
					if why := b.variableTrouble(d.Name()); why != "" {
						b.cut(why, b.posOf(n))
						return b.nowhere(b.typeOf(n))
					}
				}
				return b.objectPlace(b.object(d, n))
			}
		case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
			p := b.objectPlace(b.stringObject(n))
			p.frozen = true
			return p
		}
	case *cc.PostfixExpression:
		switch n.Case {
		case cc.PostfixExpressionIndex:
			return b.indexPlace(n)
		case cc.PostfixExpressionSelect:
			return b.selectPlace(n)
		case cc.PostfixExpressionPSelect:
			p := b.deref(n.PostfixExpression, n)
			return b.fieldPath(p, n)
		case cc.PostfixExpressionComplit:
			return b.compoundLiteral(n, false)
		case cc.PostfixExpressionCall:
			if v := b.postfix(n); v.t.kind == tRecord {
				return v.place
			}
		}
	case *cc.UnaryExpression:
		if n.Case == cc.UnaryExpressionDeref {
			return b.deref(n.CastExpression, n)
		}
	case *cc.CastExpression, *cc.ConditionalExpression, *cc.AssignmentExpression, *cc.ExpressionList:
		if v := b.rvalue(e); v.t.kind == tRecord {
			return v.place
		}
	}
	if s, ok := e.(*cc.PrimaryExpression); ok && s.Case == cc.PrimaryExpressionStmt {
		if v := b.rvalue(e); v.t.kind == tRecord {
			return v.place
		}
	}
	b.cut("lvalue "+short(cc.NodeSource(e)), b.posOf(e))
	return b.nowhere(b.typeOf(e))
}

// nowhere is a place for the dead code after an unsupported construct.
func (b *builder) nowhere(t *ctype) place {
	if direct(t) {
		return place{t: t, node: b.tempNode(t)}
	}
	return place{t: t, addr: b.f.BV(0, b.tt.ptrW), inside: true}
}

// arrayPlace returns the place of an array expression whose object does not
// escape, for a[i] and *a.
func (b *builder) arrayPlace(e cc.ExpressionNode) (place, bool) {
	e = tree.Strip(e)
	if !isArray(e) {
		return place{}, false
	}
	switch n := e.(type) {
	case *cc.PrimaryExpression:
		switch n.Case {
		case cc.PrimaryExpressionIdent, cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
			return b.lvalue(e), true
		}
	case *cc.PostfixExpression:
		switch n.Case {
		case cc.PostfixExpressionIndex, cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect, cc.PostfixExpressionComplit:
			p := b.lvalue(e)
			return p, p.t.kind == tArray
		}
	case *cc.UnaryExpression:
		if n.Case == cc.UnaryExpressionDeref {
			p := b.lvalue(e)
			return p, p.t.kind == tArray
		}
	}
	return place{}, false
}

func (b *builder) indexPlace(n *cc.PostfixExpression) place {
	base, idx := n.PostfixExpression, n.ExpressionList
	if cc.IsIntegerType(base.Type()) {
		base, idx = idx, base
	}
	es := []cc.ExpressionNode{base, idx}
	return unsequenced(b, es, func() place { return b.indexed(base, idx, es, n) })
}

// indexed is the element of base at idx, the expressions es.
func (b *builder) indexed(base, idx cc.ExpressionNode, es []cc.ExpressionNode, n *cc.PostfixExpression) place {
	if len(b.ordering(es).indices) > 0 {
		b.otherOrders(es...)
	}
	if p, ok := b.arrayPlace(base); ok && p.t.kind == tArray {
		p = b.freeze(p, idx)
		i := b.rvalue(idx)
		return b.element(p, i, n)
	}
	v := b.rvalue(base)
	from := b.goesOn(v)
	if v.x != nil {
		kept := b.keepFor(v.x, false, idx)
		if kept != v.x && from != v.x {
			from = b.keepFor(from, false, idx)
		} else if kept != v.x {
			from = kept
		}
		v.x = kept
	}
	i := b.rvalue(idx)
	if v.x == nil || i.x == nil || v.t.kind != tPtr || i.t.kind != tInt {
		b.cut("index "+short(cc.NodeSource(n)), b.posOf(n))
		return b.nowhere(b.typeOf(n))
	}
	size := b.elemSize(v.t, n)
	return place{t: b.tt.pointee(v.t), from: from, addr: b.offset(v.x, b.resize(i.x, b.tt.ptrW, i.t.signed), size), class: b.alias.ClassOfPointee(base), bounds: bounds{pointer: true}}
}

// element is p[i] for an array place, with the bounds check of arrays that are variables or parts of objects; OpAccess checks the others.
func (b *builder) element(p place, i val, at cc.Node) place {
	if i.x == nil || i.t.kind != tInt {
		b.cut("index "+short(cc.NodeSource(at)), b.posOf(at))
		return b.nowhere(p.t.elem)
	}
	if p.node != nil || b.bounded(p) {
		extent := program.PartOfObject
		switch {
		case p.node == nil:
			extent = program.InMemory
		case b.indexesObject(at, p):
			extent = program.WholeObject
		}
		i = b.counting(i)
		n := b.f.BVInt(p.t.n, i.t.width)
		in := b.f.ULt(i.x, n) // negative indices are huge
		if p.node == nil && at == b.addressed {
			in = b.f.ULe(i.x, n)
		}
		b.checkBounds(in, extent)
	} else if b.openEnded(p) && i.t.signed && at != b.addressed {
		i = b.counting(i)
		b.checkBounds(b.f.SLe(b.f.BV(0, i.t.width), i.x), program.InMemory)
	}
	x := b.resize(i.x, b.tt.ptrW, i.t.signed)
	if p.node == nil && p.t.elem.size < 0 {
		q := p
		q.t, q.vla, q.inside, q.bounds = p.t.elem, nil, false, p.bounds.element()
		q.from, q.addr = p.origin(), b.offset(p.addr, x, b.stride(p.t.elem, at))
		return q
	}
	return b.index(p, x)
}

// indexesObject reports whether at is an access of an element of p, an array in variables that is an object by itself: one of a declared name whose elements are no arrays.
func (b *builder) indexesObject(at cc.Node, p place) bool {
	n, ok := at.(*cc.PostfixExpression)
	if !ok || n.Case != cc.PostfixExpressionIndex || p.t.elem.kind == tArray {
		return false
	}
	for _, e := range []cc.ExpressionNode{n.PostfixExpression, n.ExpressionList} {
		if x, ok := tree.Strip(e).(*cc.PrimaryExpression); ok && x.Case == cc.PrimaryExpressionIdent && x.Type() != nil && x.Type().Undecay().Kind() == cc.Array {
			return true
		}
	}
	return false
}

// deref is *e.
func (b *builder) deref(e cc.ExpressionNode, at cc.Node) place {
	if u, ok := tree.Strip(e).(*cc.UnaryExpression); ok && u.Case == cc.UnaryExpressionAddrof {
		return b.lvalue(u.CastExpression) // *&x is x
	}
	if list, p, ok := tree.VaArg(e); ok {
		return b.vaArg(e, list, b.tt.pointee(b.tt.of(p)))
	}
	if p, ok := b.arrayPlace(e); ok && p.t.kind == tArray {
		return b.element(p, b.intVal(0, b.intT()), at)
	}
	if a, ok := tree.Strip(e).(*cc.AdditiveExpression); ok && a.Case == cc.AdditiveExpressionAdd {
		if p, ok := b.arrayPlace(a.AdditiveExpression); ok && p.t.kind == tArray && p.node != nil {
			return b.element(p, b.rvalue(a.MultiplicativeExpression), at)
		}
		if p, ok := b.arrayPlace(a.MultiplicativeExpression); ok && p.t.kind == tArray && p.node != nil {
			return b.element(p, b.rvalue(a.AdditiveExpression), at)
		}
	}
	v := b.rvalue(e)
	if v.x == nil || v.t.kind != tPtr {
		b.cut("dereference of "+short(cc.NodeSource(e)), b.posOf(at))
		return b.nowhere(b.intT())
	}
	t := b.tt.pointee(v.t)
	if t.kind == tFunc {
		return place{t: t, addr: v.x, inside: true}
	}
	return place{t: t, addr: v.x, from: b.goesOn(v), class: b.alias.ClassOfPointee(e), bounds: bounds{pointer: true}}
}

func (b *builder) selectPlace(n *cc.PostfixExpression) place {
	return b.fieldPath(b.lvalue(n.PostfixExpression), n)
}

// fieldPath selects the member n names, through anonymous members.
func (b *builder) fieldPath(p place, n *cc.PostfixExpression) place {
	path := findField(p.t, n.Token2.SrcStr())
	if path == nil {
		what := "member " + n.Token2.SrcStr()
		if p.t != nil && p.t.kind == tOther {
			what += " of " + p.t.described()
		}
		b.cut(what, b.posOf(n))
		return b.nowhere(b.typeOf(n))
	}
	for _, f := range path {
		p = b.field(p, f)
	}
	return p
}

// findField returns the way from a record to the named member.
func findField(t *ctype, name string) []*field {
	if t.kind != tRecord {
		return nil
	}
	for _, f := range t.fields {
		if f.name == name && name != "" {
			return []*field{f}
		}
	}
	for _, f := range t.fields {
		if f.name == "" {
			if rest := findField(f.typ, name); rest != nil {
				return append([]*field{f}, rest...)
			}
		}
	}
	return nil
}
