package c

import (
	"cupel/frontend/c/tree"

	"modernc.org/cc/v4"
)

// __builtin_object_size(p, kind) and its dynamic variant do not evaluate p. gcc knows the answer without optimisation where p is the address of a declared object
// or of a part of it at a constant place. For other pointers the answer depends on the optimisation: it is unspecified here.

// extent is a place in a declared object, in bytes.
type extent struct {
	size, off int64 // of the object, and of the place in it
	// The innermost member or array that the expression names.
	part bool
	to   int64 // its end
}

// objectSize is the answer for a place that the compiler knows without optimisation. The kinds 0 and 2 ask for the bytes from there to the end of the object, 1
// and 3 to that of the innermost part.
func (b *builder) objectSize(n *cc.PostfixExpression) (size int64, ok bool) {
	es := tree.Args(n)
	if len(es) != 2 {
		return 0, false
	}
	kind, ok := b.constInt(es[1])
	if !ok || kind < 0 || kind > 3 {
		return 0, false
	}
	if nowhere(es[0]) || readsVolatile(es[0]) {
		if kind&2 != 0 {
			return 0, true
		}
		return -1, true
	}
	x, ok := b.pointsTo(es[0])
	switch {
	case !ok || x.off < 0:
		return 0, false
	case kind&1 == 0:
		return max(x.size-x.off, 0), true
	}
	return max(x.to-x.off, 0), x.part
}

// isObjectSize reports whether name is one of the two functions.
func isObjectSize(name string) bool {
	return name == "__builtin_object_size" || name == "__builtin_dynamic_object_size"
}

// nowhere reports whether e is an integer constant as a pointer.
func nowhere(e cc.ExpressionNode) bool {
	switch tree.Uncast(e).Value().(type) {
	case cc.Int64Value, cc.UInt64Value:
		return cc.IsIntegerType(tree.Uncast(e).Type())
	}
	return false
}

// readsVolatile reports whether e reads a volatile variable, which no compiler knows.
func readsVolatile(e cc.ExpressionNode) bool {
	p, ok := tree.Uncast(e).(*cc.PrimaryExpression)
	if !ok || p.Case != cc.PrimaryExpressionIdent {
		return false
	}
	d, ok := p.ResolvedTo().(*cc.Declarator)
	return ok && d.Type().Kind() == cc.Ptr && isVolatile(d.Type())
}

// pointsTo is the place that the pointer e points to; false: it is not known.
func (b *builder) pointsTo(e cc.ExpressionNode) (extent, bool) {
	switch n := tree.Uncast(e).(type) {
	case *cc.UnaryExpression:
		if n.Case == cc.UnaryExpressionAddrof {
			x, _, ok := b.placeIn(n.CastExpression)
			return x, ok
		}
	case *cc.AdditiveExpression:
		p, i, down := n.AdditiveExpression, n.MultiplicativeExpression, n.Case == cc.AdditiveExpressionSub
		if cc.IsIntegerType(p.Type()) && !down {
			p, i = i, p
		}
		t, ok := p.Type().Decay().(*cc.PointerType)
		k, fixed := b.constInt(i)
		x, known := b.pointsTo(p)
		if !ok || !known || !fixed || !cc.IsIntegerType(i.Type()) {
			return extent{}, false
		}
		size := int64(1)
		if t.Elem().Kind() != cc.Void {
			size = b.tt.of(t.Elem()).size
		}
		if down {
			k = -k
		}
		if size <= 0 || k > 1<<31 || k < -1<<31 {
			return extent{}, false
		}
		x.off += k * size
		x.part = false
		return x, true
	}
	if x, t, ok := b.placeIn(tree.Uncast(e)); ok && t.kind == tArray {
		return x, true
	}
	return extent{}, false
}

// placeIn is the place that e designates, and its type; false: it is not known.
func (b *builder) placeIn(e cc.ExpressionNode) (x extent, t *ctype, ok bool) {
	e = tree.Strip(e)
	switch n := e.(type) {
	case *cc.PrimaryExpression:
		switch n.Case {
		case cc.PrimaryExpressionIdent:
			d, ok := n.ResolvedTo().(*cc.Declarator)
			if !ok || d.Type() == nil || d.Type().Kind() == cc.Function || d.IsParam() && d.Type().Kind() == cc.Array || b.isVLAType(d.Type()) {
				return extent{}, nil, false
			}
			t = b.tt.of(d.Type())
		case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
			t = b.tt.of(n.Type().Undecay())
		default:
			return extent{}, nil, false
		}
		if t.size < 0 || t.kind == tOther || growing(t) {
			return extent{}, nil, false
		}
		return extent{size: t.size, part: true, to: t.size}, t, true
	case *cc.UnaryExpression:
		if n.Case != cc.UnaryExpressionDeref {
			break
		}
		if u, ok := tree.Strip(n.CastExpression).(*cc.UnaryExpression); ok && u.Case == cc.UnaryExpressionAddrof {
			return b.placeIn(u.CastExpression)
		}
		if x, t, ok := b.placeIn(n.CastExpression); ok && t.kind == tArray {
			return x, t.elem, true
		}
	case *cc.PostfixExpression:
		switch n.Case {
		case cc.PostfixExpressionSelect:
			if x, t, ok = b.placeIn(n.PostfixExpression); ok {
				return x.member(t, n.Token2.SrcStr())
			}
		case cc.PostfixExpressionPSelect:
			if u, is := tree.Strip(n.PostfixExpression).(*cc.UnaryExpression); is && u.Case == cc.UnaryExpressionAddrof {
				if x, t, ok = b.placeIn(u.CastExpression); ok {
					return x.member(t, n.Token2.SrcStr())
				}
			}
		case cc.PostfixExpressionIndex:
			base, idx := n.PostfixExpression, n.ExpressionList
			if cc.IsIntegerType(base.Type()) {
				base, idx = idx, base
			}
			x, t, ok = b.placeIn(base)
			i, fixed := b.constInt(idx)
			if ok && fixed && t.kind == tArray && t.elem.size > 0 && i >= 0 && i < 1<<31 {
				x.part, x.to = true, x.off+t.size
				x.off += i * t.elem.size
				return x, t.elem, true
			}
		}
	}
	return extent{}, nil, false
}

// member is the place of the named member of a record of type t there.
func (x extent) member(t *ctype, name string) (extent, *ctype, bool) {
	path := findField(t, name)
	if path == nil {
		return extent{}, nil, false
	}
	for _, f := range path {
		if f.bits != 0 || f.typ.size < 0 {
			return extent{}, nil, false
		}
		x.off += f.off
		x.part, x.to, t = true, x.off+f.typ.size, f.typ
	}
	return x, t, true
}

// growing reports whether an initialiser may make an object of type t longer.
func growing(t *ctype) bool {
	for t.kind == tRecord && len(t.fields) > 0 {
		f := t.fields[len(t.fields)-1]
		if f.flex || f.typ.kind == tArray && f.typ.n <= 0 {
			return true
		}
		t = f.typ
	}
	return false
}
