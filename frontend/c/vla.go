package c

import (
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/frontend/c/tree"

	"modernc.org/cc/v4"
)

// Variable length arrays. The size of a variably modified type is evaluated once, when the declaration, typedef or type name with the expression is reached
// (C11 6.7.6.2): the sizes in bytes are kept in variables, by the expression. Dimensions are evaluated from the innermost outwards, as gcc does.

// varying lists the variable length arrays in t, through pointers,
// innermost first.
func (tt *typeTable) varying(t cc.Type) []*cc.ArrayType {
	switch x := t.(type) {
	case *cc.PointerType:
		if e := x.Elem(); e.Kind() == cc.Array || e.Kind() == cc.Ptr {
			return tt.varying(e)
		}
	case *cc.ArrayType:
		as := tt.varying(x.Elem())
		if x.SizeExpression() != nil && tt.of(x).n < 0 {
			as = append(as, x)
		}
		return as
	}
	return nil
}

// fixSizes evaluates the sizes of the variable length arrays in t that the
// node at has; those of typedefs and of other objects are known already.
func (b *builder) fixSizes(t cc.Type, at cc.Node) {
	for _, x := range b.tt.varying(t) {
		e := x.SizeExpression()
		if owner, ok := b.vlaOwner[e]; ok && owner != at {
			continue
		}
		n := b.freshSize(x, at)
		if n == nil {
			continue // using the size is cut
		}
		v := b.vlaSizes[e]
		if v == nil {
			v = b.temp(logic.BVSort(b.tt.ptrW), false)
			b.vlaSizes[e], b.vlaOwner[e] = v, at
		}
		b.assign(v, n)
	}
}

// freshSize evaluates the number of elements of x, and returns the size in
// bytes. A negative number is undefined; gcc allows arrays of no elements.
func (b *builder) freshSize(x *cc.ArrayType, at cc.Node) *logic.Term {
	n := b.rvalue(x.SizeExpression())
	if n.x == nil || n.t.kind != tInt {
		return nil
	}
	es := b.sizeTerm(b.tt.of(x.Elem()), at)
	if es == nil {
		return nil
	}
	n = b.counting(n)
	if n.t.signed {
		b.check(b.f.SLe(b.f.BV(0, n.t.width), n.x), program.OtherCheck, "array of negative size")
	}
	count := b.resize(n.x, b.tt.ptrW, n.t.signed)
	if size, ok := es.BVUint64(); ok && size > 1 { // no object is that large: its size would wrap
		most := uint64(1)<<(b.tt.ptrW-1) - 1
		b.check(b.f.ULe(count, b.f.BV(most/size, b.tt.ptrW)), program.OtherCheck, "array that is too large")
	}
	return b.f.BVOp(logic.OpBVMul, count, es)
}

// sizeTerm returns the size of t, which may have variable length arrays whose
// sizes are known, or nil.
func (b *builder) sizeTerm(t *ctype, at cc.Node) *logic.Term {
	if t.size >= 0 {
		return b.f.BVInt(t.size, b.tt.ptrW)
	}
	x, ok := t.cc.(*cc.ArrayType)
	switch {
	case t.kind != tArray || !ok:
		return nil
	case t.n >= 0:
		es := b.sizeTerm(t.elem, at)
		if es == nil {
			return nil
		}
		return b.f.BVOp(logic.OpBVMul, b.f.BVInt(t.n, b.tt.ptrW), es)
	case x.SizeExpression() == nil:
		return nil
	}
	if v := b.vlaSizes[x.SizeExpression()]; v != nil {
		return v.Sym
	}
	return nil
}

// declareVLA allocates a variable length array.
func (b *builder) declareVLA(o *object, d *cc.Declarator) {
	size := b.sizeTerm(o.t, d)
	if size == nil {
		b.cut("array of unknown size "+d.Name(), b.posOf(d))
		return
	}
	if b.alignments.asked(d) > b.mallocAlign() {
		b.cut("alignment of the array of variable length "+d.Name(), b.posOf(d))
		return
	}
	b.assign(o.vla, size)
	b.extent[o.class] += 2                // a new block each time
	b.aligned(o.class, max(o.t.align, 1)) // where the model puts it, it is aligned to more
	p := b.allocate(o.vla.Sym, program.Varying)
	b.assign(b.varOf(o.addr), p)
	end := b.setUnknown(program.Uninitialized, "", b.pos)
	b.blockOperation(blockOp{kind: blockHavoc, class: o.class, addr: o.addr, size: o.vla.Sym, align: max(o.t.align, 1), ifZeroed: true, varying: true})
	end()
}

// fixParameter evaluates the sizes in the type of a parameter at the entry of
// the function: those of its elements, and the first one for its effects.
func (b *builder) fixParameter(t cc.Type, at cc.Node) {
	if t == nil {
		return
	}
	x, ok := t.Undecay().(*cc.ArrayType)
	if !ok {
		b.fixSizes(t, at)
		return
	}
	b.fixSizes(x.Elem(), at)
	if e := x.SizeExpression(); e != nil && !b.pure(e) {
		b.effect(e)
	}
}

// isVLA reports whether t is a variable length array.
func (t *ctype) isVLA() bool { return t.kind == tArray && t.size < 0 }

func (b *builder) isVLAType(t cc.Type) bool { return t != nil && b.tt.of(t.Undecay()).isVLA() }

// fixedPure reports whether no sizes are evaluated for the type name t.
func (b *builder) fixedPure(t cc.Type) bool { return len(b.tt.varying(t)) == 0 }

// sizeofType is sizeof (type name), whose sizes are evaluated.
func (b *builder) sizeofType(n *cc.UnaryExpression) val {
	t := n.TypeName.Type()
	b.fixSizes(t, n)
	return b.sizeof(b.tt.of(t), n)
}

func (b *builder) sizeofExpr(e cc.ExpressionNode, at cc.Node) val {
	s := tree.Strip(e)
	if p, ok := s.(*cc.PrimaryExpression); ok && p.Case == cc.PrimaryExpressionIdent {
		if d, ok := p.ResolvedTo().(*cc.Declarator); ok && d.Type().Kind() != cc.Function {
			o := b.object(d, at)
			if o.vla != nil {
				return val{t: b.tt.sizeT(), x: o.vla.Sym}
			}
			return b.sizeof(o.t, at)
		}
	}
	t := s.Type()
	if t == nil {
		return b.unsupported("sizeof", at, b.tt.sizeT())
	}
	ct := b.tt.of(operandType(s))
	if ct.kind == tInt {
		ct = b.tt.exprType(s)
	}
	if ct.isVLA() && !b.pure(s) {
		// An operand whose size varies is evaluated.
		b.arrayPlace(s)
	}
	return b.sizeof(ct, at)
}

func (b *builder) sizeof(t *ctype, at cc.Node) val {
	if n := b.sizeTerm(t, at); n != nil {
		return val{t: b.tt.sizeT(), x: n}
	}
	if t.kind == tOther {
		return b.unsupported("sizeof "+t.String(), at, b.tt.sizeT())
	}
	return b.unsupported("sizeof an incomplete type", at, b.tt.sizeT())
}
