package c

import (
	"math/big"
	"slices"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/frontend/c/tree"

	"modernc.org/cc/v4"
)

// operands evaluates two operands.
func (b *builder) operands(x, y cc.ExpressionNode) (val, val) {
	es := []cc.ExpressionNode{x, y}
	vs := b.evaluate(es, func(i int) val { return b.rvalue(es[i]) })
	return vs[0], vs[1]
}

// sum is an addition or subtraction; more than two summands that disturb one another are evaluated in all orders.
func (b *builder) sum(n *cc.AdditiveExpression) val {
	var summands []cc.ExpressionNode
	var sums []*cc.AdditiveExpression
	for m := n; ; {
		sums = append(sums, m)
		summands = append(summands, m.MultiplicativeExpression)
		left, ok := tree.Strip(m.AdditiveExpression).(*cc.AdditiveExpression)
		if !ok {
			summands = append(summands, m.AdditiveExpression)
			break
		}
		m = left
	}
	slices.Reverse(summands)
	slices.Reverse(sums)
	var vs []val
	if len(summands) > 2 && len(summands) <= maxSummands && len(b.ordering(summands).indices) > 2 {
		vs = b.evaluate(summands, func(i int) val { return b.rvalue(summands[i]) })
	} else {
		x, y := b.operands(n.AdditiveExpression, n.MultiplicativeExpression)
		vs, sums = []val{x, y}, sums[len(sums)-1:]
	}
	v := vs[0]
	for i, s := range sums {
		op := byte('+')
		if s.Case == cc.AdditiveExpressionSub {
			op = '-'
		}
		v = b.binary(op, v, vs[i+1], s)
	}
	return v
}

// binary applies the operator op (l and r are the shifts).
func (b *builder) binary(op byte, x, y val, at cc.Node) val {
	if x.x == nil || y.x == nil {
		return b.unsupported("operation on an aggregate", at, b.intT())
	}
	if x.t.kind == tPtr || y.t.kind == tPtr {
		if v, ok := b.pointerOp(op, x, y, at); ok {
			return v
		}
		// gcc lets integer operators act on pointers in a few places; treat
		// them as addresses.
		if x.t.kind == tPtr {
			x.t = b.tt.sizeT()
		}
		if y.t.kind == tPtr {
			y.t = b.tt.sizeT()
		}
	}
	if op == 'l' || op == 'r' {
		return b.shift(op, b.promoted(x), b.promoted(y))
	}
	x, y, t := b.usual(x, y, at)
	if t.kind == tFloat {
		return b.floatOp(op, x, y, t, at)
	}
	return val{t: t, x: b.intOp(op, x.x, y.x, t)}
}

func (b *builder) floatOp(op byte, x, y val, t *ctype, at cc.Node) val {
	o, ok := map[byte]logic.Op{'+': logic.OpFPAdd, '-': logic.OpFPSub, '*': logic.OpFPMul, '/': logic.OpFPDiv}[op]
	if !ok {
		return b.unsupported("integer operator on floats", at, t)
	}
	return val{t: t, x: b.f.FP(o, logic.RNE, x.x, y.x)}
}

// intOp is integer arithmetic in type t with C's undefined behaviour checked.
func (b *builder) intOp(op byte, x, y *logic.Term, t *ctype) *logic.Term {
	f := b.f
	nsw := t.signed && !b.o.SignedOverflowWraps
	switch op {
	case '+':
		if nsw {
			b.check(f.SignedOK(logic.OpSAddOK, x, y), program.SignedOverflow, "signed overflow")
			return f.BVOp(logic.OpBVAddNSW, x, y)
		}
		return f.BVOp(logic.OpBVAdd, x, y)
	case '-':
		if nsw {
			b.check(f.SignedOK(logic.OpSSubOK, x, y), program.SignedOverflow, "signed overflow")
			return f.BVOp(logic.OpBVSubNSW, x, y)
		}
		return f.BVOp(logic.OpBVSub, x, y)
	case '*':
		if nsw {
			b.check(f.SignedOK(logic.OpSMulOK, x, y), program.SignedOverflow, "signed overflow")
			return f.BVOp(logic.OpBVMulNSW, x, y)
		}
		return f.BVOp(logic.OpBVMul, x, y)
	case '/', '%':
		b.check(f.Ne(y, f.BV(0, t.width)), program.DivisionByZero, "division by zero")
		if !t.signed {
			if op == '/' {
				return f.BVOp(logic.OpBVUDiv, x, y)
			}
			return f.BVOp(logic.OpBVURem, x, y)
		}
		min := f.BVBig(new(big.Int).Lsh(big.NewInt(1), uint(t.width-1)), t.width)
		// INT_MIN / -1 traps on x86, with -fwrapv as well.
		b.check(f.Not(f.And(f.Eq(x, min), f.Eq(y, f.BVInt(-1, t.width)))), program.SignedOverflow, "signed overflow")
		if op == '/' {
			return f.BVOp(logic.OpBVSDiv, x, y)
		}
		return f.BVOp(logic.OpBVSRem, x, y)
	case '&':
		return f.BVOp(logic.OpBVAnd, x, y)
	case '|':
		return f.BVOp(logic.OpBVOr, x, y)
	case '^':
		return f.BVOp(logic.OpBVXor, x, y)
	}
	panic("intOp " + string(op))
}

// shift shifts x by y, both promoted. The amount must be less than the width;
// a signed left shift otherwise has gcc's meaning, without further conditions but those of
// Options.LeftShifts.
func (b *builder) shift(op byte, x, y val) val {
	f, w := b.f, x.t.width
	if x.t.kind != tInt || y.t.kind != tInt {
		b.cut("shift of a float", b.pos)
		return b.anyVal(b.intT())
	}
	y = b.counting(y)
	b.check(f.ULt(y.x, f.BV(uint64(w), y.t.width)), program.ShiftAmount, "shift amount out of range")
	n := b.resize(y.x, w, false)
	if op == 'l' && x.t.signed && b.o.LeftShifts {
		most := f.BVOp(logic.OpBVLShr, f.BVBig(new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(w-1)), big.NewInt(1)), w), n)
		b.check(f.And(f.SLe(f.BV(0, w), x.x), f.SLe(x.x, most)), program.ArguableOverflow, "left shift of a negative value or out of the range of its type")
	}
	switch {
	case op == 'l':
		return val{t: x.t, x: f.BVOp(logic.OpBVShl, x.x, n)}
	case x.t.signed:
		return val{t: x.t, x: f.BVOp(logic.OpBVAShr, x.x, n)}
	}
	return val{t: x.t, x: f.BVOp(logic.OpBVLShr, x.x, n)}
}

// elemSize is the stride of pointer arithmetic; void and functions count as bytes (gcc).
func (b *builder) elemSize(t *ctype, at cc.Node) *logic.Term {
	e := b.tt.pointee(t)
	if e.kind == tVoid || e.kind == tFunc {
		return b.f.BV(1, b.tt.ptrW)
	}
	return b.stride(e, at)
}

// stride is the size in bytes of an array element type, which may be a
// variable length array.
func (b *builder) stride(e *ctype, at cc.Node) *logic.Term {
	if n := b.sizeTerm(e, at); n != nil {
		return n
	}
	b.cut("arithmetic on a pointer to a type of unknown size", b.posOf(at))
	return b.f.BV(1, b.tt.ptrW)
}

func (b *builder) pointerOp(op byte, x, y val, at cc.Node) (val, bool) {
	switch {
	case op == '+' && x.t.kind == tPtr && y.t.kind == tInt, op == '-' && x.t.kind == tPtr && y.t.kind == tInt:
		size := b.elemSize(x.t, at)
		i := b.resize(y.x, b.tt.ptrW, y.t.signed)
		if op == '-' {
			i = b.f.BVNeg(i)
		}
		r := val{t: x.t, x: b.offset(x.x, i, size)}
		if r.x != x.x {
			r.derived = derived{r.x, b.goesOn(x)}
			b.point(r.x, r.derived.from, program.ArithmeticNote)
		}
		return r, true
	case op == '+' && y.t.kind == tPtr && x.t.kind == tInt:
		return b.pointerOp(op, y, x, at)
	case op == '-' && x.t.kind == tPtr && y.t.kind == tPtr:
		size := b.elemSize(x.t, at)
		b.ordered(x, y, at)
		d := b.f.BVOp(logic.OpBVSub, x.x, y.x)
		if n, ok := size.BVUint64(); ok && n == 0 {
			b.cut("difference of pointers to an empty type", b.posOf(at))
		} else if n != 1 {
			d = b.f.BVOp(logic.OpBVSDiv, d, size)
		}
		return val{t: b.tt.ptrdiffT(), x: d}, true
	}
	return val{}, false
}
