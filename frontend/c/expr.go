package c

import (
	"fmt"
	"math"
	"math/big"

	"cupel/logic"
	"cupel/program"

	"modernc.org/cc/v4"
)

// val is the value of an expression: a scalar term of its type's sort, or the
// place an aggregate can be read from.
type val struct {
	t     *ctype
	x     *logic.Term
	bits  int   // width when the expression is a bit-field: it decides the promotion
	place place // aggregates
}

// strip removes parentheses.
func strip(e cc.ExpressionNode) cc.ExpressionNode {
	for {
		switch n := e.(type) {
		case *cc.PrimaryExpression:
			switch {
			case n.Case == cc.PrimaryExpressionExpr:
				e = n.ExpressionList
			case n.Case == cc.PrimaryExpressionGeneric && n.GenericSelection.Associated() != nil:
				e = n.GenericSelection.Associated().AssignmentExpression
			default:
				return e
			}
		case *cc.ExpressionList:
			if n.ExpressionList != nil {
				return e
			}
			e = n.AssignmentExpression
		case *cc.ConstantExpression:
			e = n.ConditionalExpression
		case *cc.AssignmentExpression:
			if n.Case != cc.AssignmentExpressionCond {
				return e
			}
			e = n.ConditionalExpression
		case *cc.UnaryExpression:
			if n.Case != cc.UnaryExpressionPostfix {
				return e
			}
			e = n.PostfixExpression
		case *cc.PostfixExpression:
			if n.Case != cc.PostfixExpressionPrimary {
				return e
			}
			e = n.PrimaryExpression
		case *cc.CastExpression:
			if n.Case != cc.CastExpressionUnary {
				return e
			}
			e = n.UnaryExpression
		case *cc.ConditionalExpression:
			if n.Case != cc.ConditionalExpressionLOr {
				return e
			}
			e = n.LogicalOrExpression
		default:
			return e
		}
	}
}

func (b *builder) intT() *ctype { return b.tt.kind(cc.Int) }

func (b *builder) intVal(n int64, t *ctype) val { return val{t: t, x: b.f.BVInt(n, t.width)} }

// boolVal is the int 1 or 0.
func (b *builder) boolVal(c *logic.Term) val {
	return val{t: b.intT(), x: b.f.Ite(c, b.f.BV(1, 32), b.f.BV(0, 32))}
}

// anyVal is an arbitrary value of type t, for what has no model.
func (b *builder) anyVal(t *ctype) val {
	switch {
	case t.isScalar():
		return b.anyResult("", t)
	case t.kind == tRecord && direct(t):
		n := b.tempNode(t)
		for _, lf := range n.leaves() {
			b.havoc(lf.v)
		}
		return val{t: t, place: place{t: t, node: n}}
	case t.kind == tRecord:
		return val{t: t, place: place{t: t, any: true}}
	}
	return val{t: b.tt.kind(cc.Void)}
}

// anyResult is an arbitrary scalar; name is the library function, if any, that
// would return one particular value.
func (b *builder) anyResult(name string, t *ctype) val {
	v := b.temp(t.sort, t.signed && t.kind == tInt)
	v.Bool = t.bool
	b.havocFor(v, name)
	return val{t: t, x: v.Sym}
}

// tempNode makes temporary direct storage of type t.
func (b *builder) tempNode(t *ctype) *node {
	b.temps++
	return b.newNode(t, 0, fmt.Sprintf("%s::#t%d", b.fn.Name, b.temps), "", nil, func(n string, s *logic.Sort) *program.Var {
		v := b.newVar(n, s)
		v.Temp = true
		b.own(v)
		return v
	})
}

// unsupported cuts the program and returns a value for the dead code that follows.
func (b *builder) unsupported(what string, e cc.Node, t *ctype) val {
	b.cut(what, b.posOf(e))
	return b.anyVal(t)
}

// rvalue evaluates e. Side effects become operations and control flow.
func (b *builder) rvalue(e cc.ExpressionNode) val {
	e = strip(e)
	switch n := e.(type) {
	case *cc.PrimaryExpression:
		return b.primary(n)
	case *cc.ExpressionList:
		for ; n.ExpressionList != nil; n = n.ExpressionList {
			b.effect(n.AssignmentExpression)
		}
		return b.rvalue(n.AssignmentExpression)
	case *cc.PostfixExpression:
		return b.postfix(n)
	case *cc.UnaryExpression:
		return b.unary(n)
	case *cc.CastExpression:
		to := b.tt.of(n.TypeName.Type())
		if to.kind == tVoid {
			b.effect(n.CastExpression)
			return val{t: to}
		}
		v := b.rvalue(n.CastExpression)
		if to.kind == tRecord {
			return val{t: v.t, place: v.place}
		}
		return val{t: to, x: b.convert(v, to, e)}
	case *cc.MultiplicativeExpression:
		op := map[cc.MultiplicativeExpressionCase]byte{cc.MultiplicativeExpressionMul: '*', cc.MultiplicativeExpressionDiv: '/', cc.MultiplicativeExpressionMod: '%'}[n.Case]
		x, y := b.operands(n.MultiplicativeExpression, n.CastExpression)
		return b.binary(op, x, y, e)
	case *cc.AdditiveExpression:
		x, y := b.operands(n.AdditiveExpression, n.MultiplicativeExpression)
		if n.Case == cc.AdditiveExpressionSub {
			return b.binary('-', x, y, e)
		}
		return b.binary('+', x, y, e)
	case *cc.ShiftExpression:
		x, y := b.operands(n.ShiftExpression, n.AdditiveExpression)
		if n.Case == cc.ShiftExpressionLsh {
			return b.binary('l', x, y, e)
		}
		return b.binary('r', x, y, e)
	case *cc.AndExpression:
		x, y := b.operands(n.AndExpression, n.EqualityExpression)
		return b.binary('&', x, y, e)
	case *cc.ExclusiveOrExpression:
		x, y := b.operands(n.ExclusiveOrExpression, n.AndExpression)
		return b.binary('^', x, y, e)
	case *cc.InclusiveOrExpression:
		x, y := b.operands(n.InclusiveOrExpression, n.ExclusiveOrExpression)
		return b.binary('|', x, y, e)
	case *cc.RelationalExpression, *cc.EqualityExpression, *cc.LogicalAndExpression, *cc.LogicalOrExpression:
		if b.pure(e) {
			return b.boolVal(b.cond(e))
		}
		switch e.(type) {
		case *cc.RelationalExpression, *cc.EqualityExpression:
			return b.boolVal(b.compareNode(e))
		}
		return b.boolByFlow(e)
	case *cc.ConditionalExpression:
		return b.conditional(n)
	case *cc.AssignmentExpression:
		return b.assignment(n, true)
	}
	return b.unsupported(fmt.Sprintf("expression %T", e), e, b.typeOf(e))
}

// typeOf returns the type cc gives an expression; used where its value has no
// model, and for operands of sizeof.
func (b *builder) typeOf(e cc.ExpressionNode) *ctype { return b.tt.of(e.Type()) }

// effect evaluates e for its side effects only.
func (b *builder) effect(e cc.ExpressionNode) {
	e = strip(e)
	switch n := e.(type) {
	case *cc.ExpressionList:
		for ; n != nil; n = n.ExpressionList {
			b.effect(n.AssignmentExpression)
		}
		return
	case *cc.AssignmentExpression:
		b.assignment(n, false)
		return
	case *cc.PostfixExpression:
		switch n.Case {
		case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
			b.incDec(n.PostfixExpression, n.Case == cc.PostfixExpressionInc, false, false, n)
			return
		case cc.PostfixExpressionCall:
			b.call(n, false, nil)
			return
		}
	case *cc.UnaryExpression:
		switch n.Case {
		case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
			b.incDec(n.UnaryExpression, n.Case == cc.UnaryExpressionInc, false, false, n)
			return
		}
	case *cc.CastExpression:
		b.effect(n.CastExpression)
		return
	case *cc.ConditionalExpression:
		if !b.pure(e) {
			then, els, join := b.newLoc(), b.newLoc(), b.newLoc()
			b.branchOn(n.LogicalOrExpression, b.toward(then, n, "true"), b.toward(els, n, "false"))
			b.cur = then
			if n.ExpressionList != nil {
				b.effect(n.ExpressionList)
			}
			b.goTo(join)
			b.cur = els
			b.effect(n.ConditionalExpression)
			b.goTo(join)
			return
		}
	case *cc.PrimaryExpression:
		if n.Case == cc.PrimaryExpressionStmt {
			b.stmtExpr(n.CompoundStatement, false)
			return
		}
	}
	switch e.(type) {
	case *cc.LogicalAndExpression, *cc.LogicalOrExpression:
		if !b.pure(e) {
			join := b.newLoc()
			b.branchOn(e, branchTo{loc: join}, branchTo{loc: join})
			b.cur = join
			return
		}
	}
	if t := b.tt.of(e.Type()); t.kind == tArray || t.kind == tRecord || t.kind == tFunc {
		if b.pure(e) {
			return
		}
	}
	b.rvalue(e)
}

// operands evaluates two operands from left to right. The value of the left
// one is kept when the right one has side effects.
func (b *builder) operands(x, y cc.ExpressionNode) (val, val) {
	v := b.rvalue(x)
	if v.x != nil {
		v.x = b.keepFor(v.x, v.t.signed, y)
	}
	return v, b.rvalue(y)
}

func (b *builder) primary(n *cc.PrimaryExpression) val {
	switch n.Case {
	case cc.PrimaryExpressionIdent:
		switch d := n.ResolvedTo().(type) {
		case *cc.Enumerator:
			t := b.intT()
			v := b.constant(d.Value(), t)
			if u, ok := d.Value().(cc.UInt64Value); ok && uint64(u) > math.MaxInt32 {
				t = b.tt.of(d.Type())
				v = b.constant(d.Value(), t)
			} else if i, ok := d.Value().(cc.Int64Value); ok && (int64(i) > math.MaxInt32 || int64(i) < math.MinInt32) {
				t = b.tt.of(d.Type())
				v = b.constant(d.Value(), t)
			}
			return v
		case *cc.Declarator:
			if d.Type() != nil && d.Type().Kind() == cc.Function {
				name, why := b.target(d.Name())
				if why != "" {
					return b.unsupported("address of "+why, n, b.tt.pointerTo(b.tt.of(d.Type())))
				}
				return val{t: b.tt.pointerTo(b.tt.of(d.Type())), x: b.funcAddr(name)}
			}
		case *cc.Parameter:
			return b.unsupported("unnamed parameter", n, b.typeOf(n))
		}
		return b.fromPlace(b.lvalue(n))
	case cc.PrimaryExpressionInt, cc.PrimaryExpressionFloat, cc.PrimaryExpressionChar, cc.PrimaryExpressionLChar:
		t := b.tt.of(n.Type())
		if !t.isArith() {
			return b.unsupported("constant of type "+t.String(), n, b.intT())
		}
		return b.constant(n.Value(), t)
	case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
		return b.fromPlace(b.lvalue(n))
	case cc.PrimaryExpressionStmt:
		return b.stmtExpr(n.CompoundStatement, true)
	}
	return b.unsupported("expression "+cc.NodeSource(n), n, b.typeOf(n))
}

// constant returns the value of a literal.
func (b *builder) constant(v cc.Value, t *ctype) val {
	switch t.kind {
	case tInt, tPtr:
		switch x := v.(type) {
		case cc.Int64Value:
			return val{t: t, x: b.f.BVBig(big.NewInt(int64(x)), t.width)}
		case cc.UInt64Value:
			return val{t: t, x: b.f.BVBig(new(big.Int).SetUint64(uint64(x)), t.width)}
		}
	case tFloat:
		switch x := v.(type) {
		case cc.Float64Value:
			return val{t: t, x: b.floatConst(float64(x), t)}
		case *cc.LongDoubleValue:
			return val{t: t, x: b.f.FloatBits(t.sort, floatBitsOf((*big.Float)(x), t.sort))}
		case cc.Int64Value:
			return val{t: t, x: b.floatConst(float64(x), t)}
		}
	}
	panic(fmt.Sprintf("constant %v of type %s", v, t))
}

// floatConst returns the float constant nearest to x.
func (b *builder) floatConst(x float64, t *ctype) *logic.Term {
	switch t.sort {
	case logic.Float32:
		return b.f.FloatBits(t.sort, new(big.Int).SetUint64(uint64(math.Float32bits(float32(x)))))
	case logic.Float64:
		return b.f.FloatBits(t.sort, new(big.Int).SetUint64(math.Float64bits(x)))
	}
	if math.IsNaN(x) {
		return b.f.FP(logic.OpFPDiv, logic.RNE, b.floatConst(0, t), b.floatConst(0, t))
	}
	return b.f.FloatBits(t.sort, floatBitsOf(new(big.Float).SetPrec(113).SetFloat64(x), t.sort))
}

// floatBitsOf returns the IEEE bit pattern of x rounded to nearest even.
func floatBitsOf(x *big.Float, s *logic.Sort) *big.Int {
	eb, sb := uint(s.ExpBits()), uint(s.SigBits())
	bias := int(1)<<(eb-1) - 1
	frac := sb - 1
	r := new(big.Int)
	sign := x.Signbit()
	inf := func() *big.Int {
		return new(big.Int).Lsh(new(big.Int).SetInt64(int64(1)<<eb-1), frac)
	}
	switch {
	case x.IsInf():
		r = inf()
	case x.Sign() != 0:
		exp := x.MantExp(nil) - 1 // x = 1.m * 2^exp
		prec := sb
		if exp < 1-bias {
			short := uint(1 - bias - exp)
			if short >= sb+1 {
				prec = 0
			} else {
				prec = sb - short
			}
		}
		if prec == 0 {
			// Half of the least subnormal or less: ties to even give zero.
			half := new(big.Float).SetMantExp(big.NewFloat(1), 1-bias-int(frac)-1)
			if new(big.Float).Abs(x).Cmp(half) > 0 {
				r.SetInt64(1)
			}
			break
		}
		y := new(big.Float).SetPrec(prec).SetMode(big.ToNearestEven).Set(x)
		exp = y.MantExp(nil) - 1
		if exp > bias {
			r = inf()
			break
		}
		e := max(exp, 1-bias)
		m := new(big.Float).SetMantExp(new(big.Float).Abs(y), int(frac)-e)
		mi, _ := m.Int(nil)
		biased := int64(e + bias)
		if mi.BitLen() < int(sb) {
			biased = 0 // subnormal
		}
		mi.SetBit(mi, int(frac), 0)
		r = new(big.Int).Lsh(big.NewInt(biased), frac)
		r.Or(r, mi)
	}
	if sign {
		r.SetBit(r, int(eb+sb-1), 1)
	}
	return r
}

// fromPlace reads an lvalue: arrays decay to a pointer, scalars are loaded.
func (b *builder) fromPlace(p place) val {
	switch p.t.kind {
	case tArray:
		if p.node != nil {
			// Escape analysis says that no address is taken: the pointer is
			// only used as the base of an access that lvalue handles.
			b.cut("pointer to an array that does not escape", b.pos)
			return b.anyVal(b.tt.pointerTo(p.t.elem))
		}
		return val{t: b.tt.pointerTo(p.t.elem), x: p.addr}
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
	return val{t: p.t, x: b.load(p), bits: p.bits}
}

// convert converts a scalar value to the scalar type to, as by assignment.
func (b *builder) convert(v val, to *ctype, at cc.Node) *logic.Term {
	if v.x == nil {
		if !to.isScalar() {
			return nil
		}
		b.cut("conversion of an aggregate or void value", b.posOf(at))
		return b.anyVal(to).x
	}
	switch to.kind {
	case tInt, tPtr:
		if to.bool {
			return b.f.Ite(b.truth(v), b.f.BV(1, 8), b.f.BV(0, 8))
		}
		if v.t.kind == tFloat {
			return b.floatToInt(v, to)
		}
		if to.kind == tInt && v.t.kind == tPtr && !v.x.IsConst() {
			b.usesAddress(at)
		}
		return b.resize(v.x, to.width, v.t.signed || v.t.kind == tPtr)
	case tFloat:
		switch v.t.kind {
		case tFloat:
			return b.f.FPConvert(logic.OpFPFromFP, to.sort, logic.RNE, v.x)
		case tInt:
			if v.t.signed {
				return b.f.FPConvert(logic.OpFPFromSBV, to.sort, logic.RNE, v.x)
			}
			return b.f.FPConvert(logic.OpFPFromUBV, to.sort, logic.RNE, v.x)
		}
	case tVoid:
		return v.x
	}
	b.cut(fmt.Sprintf("conversion from %s to %s", v.t, to), b.posOf(at))
	if to.isScalar() {
		return b.anyVal(to).x
	}
	return v.x
}

// usesAddress records that an address is taken as a number.
func (b *builder) usesAddress(at cc.Node) {
	b.mod.AddressUses = append(b.mod.AddressUses, b.posOf(at))
}

// resize truncates or extends a bit-vector to width w.
func (b *builder) resize(x *logic.Term, w int, signed bool) *logic.Term {
	switch have := x.Sort().Width(); {
	case have > w:
		return b.f.Extract(w-1, 0, x)
	case have < w && signed:
		return b.f.SignExt(w-have, x)
	case have < w:
		return b.f.ZeroExt(w-have, x)
	}
	return x
}

// floatToInt truncates toward zero; the behaviour is undefined when the result
// does not fit (C11 6.3.1.4).
func (b *builder) floatToInt(v val, to *ctype) *logic.Term {
	r := b.f.FP(logic.OpFPRoundToIntegral, logic.RTZ, v.x)
	w := to.width
	lo, hi := b.floatConst(0, v.t), b.pow2(w, v.t)
	if to.signed {
		hi = b.pow2(w-1, v.t)
		lo = b.f.FP(logic.OpFPNeg, logic.RNE, hi)
	}
	b.check(b.f.And(b.f.FP(logic.OpFPLe, logic.RNE, lo, r), b.f.FP(logic.OpFPLt, logic.RNE, r, hi)), "conversion of a float out of range")
	return b.f.FPToBV(to.signed, w, logic.RTZ, v.x)
}

// pow2 returns 2^k in a float type (infinity when too large).
func (b *builder) pow2(k int, t *ctype) *logic.Term {
	return b.f.FloatBits(t.sort, floatBitsOf(new(big.Float).SetMantExp(big.NewFloat(1), k), t.sort))
}

// truth is the condition "v is not zero".
func (b *builder) truth(v val) *logic.Term {
	switch {
	case v.x == nil:
		return b.f.True()
	case v.t.kind == tFloat:
		return b.f.Not(b.f.FP(logic.OpFPEq, logic.RNE, v.x, b.floatConst(0, v.t)))
	}
	return b.f.Ne(v.x, b.f.BV(0, v.x.Sort().Width()))
}

// promoted applies the integer promotions to a value.
func (b *builder) promoted(v val) val {
	if v.t.kind != tInt {
		return v
	}
	t := b.tt.promote(v.t, v.bits)
	return val{t: t, x: b.resize(v.x, t.width, v.t.signed)}
}

// usual applies the usual arithmetic conversions.
func (b *builder) usual(x, y val, at cc.Node) (val, val, *ctype) {
	if !x.t.isArith() || !y.t.isArith() {
		z := b.unsupported(fmt.Sprintf("operation on %s and %s", x.t, y.t), at, b.intT())
		return z, z, z.t
	}
	x, y = b.promoted(x), b.promoted(y)
	t := b.tt.usual(x.t, y.t)
	return val{t: t, x: b.convert(x, t, at)}, val{t: t, x: b.convert(y, t, at)}, t
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
			b.check(f.SignedOK(logic.OpSAddOK, x, y), "signed overflow")
			return f.BVOp(logic.OpBVAddNSW, x, y)
		}
		return f.BVOp(logic.OpBVAdd, x, y)
	case '-':
		if nsw {
			b.check(f.SignedOK(logic.OpSSubOK, x, y), "signed overflow")
			return f.BVOp(logic.OpBVSubNSW, x, y)
		}
		return f.BVOp(logic.OpBVSub, x, y)
	case '*':
		if nsw {
			b.check(f.SignedOK(logic.OpSMulOK, x, y), "signed overflow")
			return f.BVOp(logic.OpBVMulNSW, x, y)
		}
		return f.BVOp(logic.OpBVMul, x, y)
	case '/', '%':
		b.check(f.Ne(y, f.BV(0, t.width)), "division by zero")
		if !t.signed {
			if op == '/' {
				return f.BVOp(logic.OpBVUDiv, x, y)
			}
			return f.BVOp(logic.OpBVURem, x, y)
		}
		min := f.BVBig(new(big.Int).Lsh(big.NewInt(1), uint(t.width-1)), t.width)
		// INT_MIN / -1 traps on x86, with -fwrapv as well.
		b.check(f.Not(f.And(f.Eq(x, min), f.Eq(y, f.BVInt(-1, t.width)))), "signed overflow")
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
// a signed left shift otherwise has gcc's meaning, without further conditions.
func (b *builder) shift(op byte, x, y val) val {
	f, w := b.f, x.t.width
	if x.t.kind != tInt || y.t.kind != tInt {
		b.cut("shift of a float", b.pos)
		return b.anyVal(b.intT())
	}
	b.check(f.ULt(y.x, f.BV(uint64(w), y.t.width)), "shift amount out of range")
	n := b.resize(y.x, w, false)
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
	if e.size >= 0 {
		return b.f.BVInt(e.size, b.tt.ptrW)
	}
	if n := b.arraySize(e, at); n != nil {
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
		return val{t: x.t, x: b.offset(x.x, i, size)}, true
	case op == '+' && y.t.kind == tPtr && x.t.kind == tInt:
		return b.pointerOp(op, y, x, at)
	case op == '-' && x.t.kind == tPtr && y.t.kind == tPtr:
		size := b.elemSize(x.t, at)
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

func (b *builder) unary(n *cc.UnaryExpression) val {
	switch n.Case {
	case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
		return b.incDec(n.UnaryExpression, n.Case == cc.UnaryExpressionInc, true, false, n)
	case cc.UnaryExpressionAddrof:
		return b.addressOf(n)
	case cc.UnaryExpressionDeref:
		return b.fromPlace(b.lvalue(n))
	case cc.UnaryExpressionPlus:
		return b.promoted(b.rvalue(n.CastExpression))
	case cc.UnaryExpressionMinus:
		v := b.promoted(b.rvalue(n.CastExpression))
		if v.x == nil || v.t.kind == tPtr {
			return b.unsupported("negation of a pointer or aggregate", n, b.intT())
		}
		if v.t.kind == tFloat {
			return val{t: v.t, x: b.f.FP(logic.OpFPNeg, logic.RNE, v.x)}
		}
		if v.t.signed && !b.o.SignedOverflowWraps {
			min := b.f.BVBig(new(big.Int).Lsh(big.NewInt(1), uint(v.t.width-1)), v.t.width)
			b.check(b.f.Ne(v.x, min), "signed overflow")
			return val{t: v.t, x: b.f.BVNegNSW(v.x)}
		}
		return val{t: v.t, x: b.f.BVNeg(v.x)}
	case cc.UnaryExpressionCpl:
		v := b.promoted(b.rvalue(n.CastExpression))
		if v.x == nil || v.t.kind != tInt {
			return b.unsupported("complement of a non-integer", n, b.intT())
		}
		return val{t: v.t, x: b.f.BVNot(v.x)}
	case cc.UnaryExpressionNot:
		if b.pure(n) {
			return b.boolVal(b.cond(n))
		}
		return b.boolVal(b.f.Not(b.truth(b.rvalue(n.CastExpression))))
	case cc.UnaryExpressionSizeofExpr:
		return b.sizeofExpr(n.UnaryExpression, n)
	case cc.UnaryExpressionSizeofType:
		return b.sizeof(b.tt.of(n.TypeName.Type()), n)
	case cc.UnaryExpressionAlignofExpr:
		return b.alignof(b.typeOf(n.UnaryExpression), n)
	case cc.UnaryExpressionAlignofType:
		return b.alignof(b.tt.of(n.TypeName.Type()), n)
	}
	return b.unsupported("operator "+n.Token.SrcStr(), n, b.typeOf(n))
}

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

func (b *builder) addressOf(n *cc.UnaryExpression) val {
	e := strip(n.CastExpression)
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
		p = b.lvalue(n.CastExpression)
	}
	if p.node != nil {
		return b.unsupported("address of an object that does not escape", n, b.tt.pointerTo(p.t))
	}
	return val{t: b.tt.pointerTo(p.t), x: p.addr}
}

func (b *builder) postfix(n *cc.PostfixExpression) val {
	switch n.Case {
	case cc.PostfixExpressionIndex, cc.PostfixExpressionPSelect, cc.PostfixExpressionComplit:
		return b.fromPlace(b.lvalue(n))
	case cc.PostfixExpressionSelect:
		return b.fromPlace(b.lvalue(n))
	case cc.PostfixExpressionCall:
		return b.call(n, true, nil)
	case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
		return b.incDec(n.PostfixExpression, n.Case == cc.PostfixExpressionInc, true, true, n)
	}
	return b.unsupported("expression "+cc.NodeSource(n), n, b.typeOf(n))
}

// incDec is ++ and --; old asks for the value before.
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

// pin makes p independent of what a store through it changes: an address or
// index that was read from memory or from an array is kept in a temporary.
func (b *builder) pin(p place) place {
	if p.idx != nil && reads(p.idx) {
		p.idx = b.snapshot(p.idx, true)
	}
	if p.addr != nil && reads(p.addr) {
		p.addr = b.snapshot(p.addr, false)
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
	return b.fromPlace(p)
}

// assignment is = and the compound assignments.
func (b *builder) assignment(n *cc.AssignmentExpression, used bool) val {
	if n.Case == cc.AssignmentExpressionAssign {
		return b.simpleAssign(n, used)
	}
	op := map[cc.AssignmentExpressionCase]byte{
		cc.AssignmentExpressionMul: '*', cc.AssignmentExpressionDiv: '/', cc.AssignmentExpressionMod: '%',
		cc.AssignmentExpressionAdd: '+', cc.AssignmentExpressionSub: '-', cc.AssignmentExpressionLsh: 'l',
		cc.AssignmentExpressionRsh: 'r', cc.AssignmentExpressionAnd: '&', cc.AssignmentExpressionXor: '^', cc.AssignmentExpressionOr: '|',
	}[n.Case]
	p := b.lvalue(n.UnaryExpression)
	impure := !b.pure(n.AssignmentExpression)
	p = b.freeze(p, n.AssignmentExpression)
	var r, v val
	if impure {
		// gcc evaluates the right operand before it reads the left one.
		r = b.rvalue(n.AssignmentExpression)
		v = b.fromPlace(p)
	} else {
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

func (b *builder) simpleAssign(n *cc.AssignmentExpression, used bool) val {
	p := b.lvalue(n.UnaryExpression)
	if p.t.kind == tRecord {
		p = b.freeze(p, n.AssignmentExpression)
		v := b.rvalue(n.AssignmentExpression)
		if v.t.kind != tRecord {
			return b.unsupported("assignment to a struct", n, p.t)
		}
		b.copyAggregate(p, v.place, b.posOf(n))
		return val{t: p.t, place: p}
	}
	if !p.t.isScalar() {
		return b.unsupported("assignment to "+p.t.String(), n, b.intT())
	}
	if !b.pure(n.AssignmentExpression) {
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
	v := b.rvalue(n.AssignmentExpression)
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
		p.addr = b.keepFor(p.addr, false, e)
	}
	return p
}

// callOf returns e as a plain call expression.
func (b *builder) callOf(e cc.ExpressionNode) (*cc.PostfixExpression, bool) {
	n, ok := strip(e).(*cc.PostfixExpression)
	return n, ok && n.Case == cc.PostfixExpressionCall
}

// lvalue evaluates e to the place it designates.
func (b *builder) lvalue(e cc.ExpressionNode) place {
	e = strip(e)
	switch n := e.(type) {
	case *cc.PrimaryExpression:
		switch n.Case {
		case cc.PrimaryExpressionIdent:
			if d, ok := n.ResolvedTo().(*cc.Declarator); ok {
				if b.vars[d] == nil && d.Linkage() != cc.None {
					if why := b.variableTrouble(d.Name()); why != "" {
						b.cut(why, b.posOf(n))
						return b.nowhere(b.typeOf(n))
					}
				}
				return b.objectPlace(b.object(d, n))
			}
		case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
			return b.objectPlace(b.stringObject(n))
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
			if v := b.call(n, true, nil); v.t.kind == tRecord {
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

func short(s string) string {
	if len(s) > 60 {
		return s[:57] + "..."
	}
	return s
}

// arrayPlace returns the place of an array expression whose object does not
// escape, for a[i] and *a.
func (b *builder) arrayPlace(e cc.ExpressionNode) (place, bool) {
	e = strip(e)
	t := e.Type()
	if t == nil || t.Undecay().Kind() != cc.Array {
		return place{}, false
	}
	switch n := e.(type) {
	case *cc.PrimaryExpression:
		if n.Case == cc.PrimaryExpressionIdent {
			if d, ok := n.ResolvedTo().(*cc.Declarator); ok && d.Type() != nil && d.Type().Kind() == cc.Array && !d.IsParam() {
				return b.lvalue(e), true
			}
		}
		if n.Case == cc.PrimaryExpressionString {
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
	if p, ok := b.arrayPlace(base); ok && p.t.kind == tArray {
		p = b.freeze(p, idx)
		i := b.rvalue(idx)
		return b.element(p, i, n)
	}
	v := b.rvalue(base)
	if v.x != nil {
		v.x = b.keepFor(v.x, false, idx)
	}
	i := b.rvalue(idx)
	if v.x == nil || i.x == nil || v.t.kind != tPtr || i.t.kind != tInt {
		b.cut("index "+short(cc.NodeSource(n)), b.posOf(n))
		return b.nowhere(b.typeOf(n))
	}
	size := b.elemSize(v.t, n)
	return place{t: b.tt.pointee(v.t), addr: b.offset(v.x, b.resize(i.x, b.tt.ptrW, i.t.signed), size), class: b.alias.ClassOfPointee(base)}
}

// element is p[i] for an array place, with the bounds check of arrays that
// are variables; OpAccess checks the others.
func (b *builder) element(p place, i val, at cc.Node) place {
	if i.x == nil || i.t.kind != tInt {
		b.cut("index "+short(cc.NodeSource(at)), b.posOf(at))
		return b.nowhere(p.t.elem)
	}
	if p.node != nil {
		i = b.promoted(i)
		w := i.t.width
		n := b.f.BVInt(p.t.n, w)
		in := b.f.ULt(i.x, n) // negative indices are huge
		b.check(in, "array index out of bounds")
	}
	x := b.resize(i.x, b.tt.ptrW, i.t.signed)
	if p.node == nil && p.t.elem.size < 0 {
		q := p
		q.t, q.vla, q.inside = p.t.elem, nil, false
		q.addr = b.offset(p.addr, x, b.stride(p.t.elem, at))
		return q
	}
	return b.index(p, x)
}

// deref is *e.
func (b *builder) deref(e cc.ExpressionNode, at cc.Node) place {
	if u, ok := strip(e).(*cc.UnaryExpression); ok && u.Case == cc.UnaryExpressionAddrof {
		return b.lvalue(u.CastExpression) // *&x is x
	}
	if p, ok := b.arrayPlace(e); ok && p.t.kind == tArray {
		return b.element(p, b.intVal(0, b.intT()), at)
	}
	if a, ok := strip(e).(*cc.AdditiveExpression); ok && a.Case == cc.AdditiveExpressionAdd {
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
	return place{t: t, addr: v.x, class: b.alias.ClassOfPointee(e)}
}

func (b *builder) selectPlace(n *cc.PostfixExpression) place {
	return b.fieldPath(b.lvalue(n.PostfixExpression), n)
}

// fieldPath selects the member n names, through anonymous members.
func (b *builder) fieldPath(p place, n *cc.PostfixExpression) place {
	path := findField(p.t, n.Token2.SrcStr())
	if path == nil {
		b.cut("member "+n.Token2.SrcStr(), b.posOf(n))
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
