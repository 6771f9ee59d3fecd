package c

import (
	"cupel/logic"

	"modernc.org/cc/v4"
)

func (b *builder) sizeofExpr(e cc.ExpressionNode, at cc.Node) val {
	s := strip(e)
	if p, ok := s.(*cc.PrimaryExpression); ok && p.Case == cc.PrimaryExpressionIdent {
		if d, ok := p.ResolvedTo().(*cc.Declarator); ok && d.Type().Kind() != cc.Function {
			o := b.object(d, at)
			if o.vla != nil {
				return val{t: b.tt.sizeT(), x: o.vla.Sym}
			}
			return b.sizeof(o.t, at)
		}
	}
	if t := s.Type(); t != nil {
		return b.sizeof(b.tt.of(t.Undecay()), at)
	}
	return b.unsupported("sizeof", at, b.tt.sizeT())
}

func (b *builder) sizeof(t *ctype, at cc.Node) val {
	if t.kind == tArray && t.size < 0 {
		if n := b.arraySize(t, at); n != nil {
			return val{t: b.tt.sizeT(), x: n}
		}
	}
	if t.size < 0 {
		return b.unsupported("sizeof an incomplete type", at, b.tt.sizeT())
	}
	return b.intVal(t.size, b.tt.sizeT())
}

func (b *builder) alignof(t *ctype, at cc.Node) val {
	if t.kind == tOther && t.size < 0 {
		return b.unsupported("alignment of "+t.String(), at, b.tt.sizeT())
	}
	return b.intVal(t.align, b.tt.sizeT())
}

// arraySize evaluates the size in bytes of a variable length array type, or
// returns nil when it is not one.
func (b *builder) arraySize(t *ctype, at cc.Node) *logic.Term {
	at2, ok := t.cc.(*cc.ArrayType)
	if !ok || at2.SizeExpression() == nil {
		return nil
	}
	if v := b.vlaSizes[t.cc]; v != nil {
		return v.Sym
	}
	var es *logic.Term
	if t.elem.size >= 0 {
		es = b.f.BVInt(t.elem.size, b.tt.ptrW)
	} else if es = b.arraySize(t.elem, at); es == nil {
		return nil
	}
	n := b.rvalue(at2.SizeExpression())
	if n.x == nil || n.t.kind != tInt {
		return nil
	}
	return b.f.BVOp(logic.OpBVMul, b.resize(n.x, b.tt.ptrW, n.t.signed), es)
}
