package c

import (
	"strings"

	"cupel/core/logic"
	"cupel/core/program"

	"modernc.org/cc/v4"
)

// The built-ins of GCC 14 that take integers of any type without promotion, on which <stdbit.h> stands.

// genericBuiltin lowers a call of __builtin_BASE.
func (b *builder) genericBuiltin(base string, es []cc.ExpressionNode, n *cc.PostfixExpression) (val, bool) {
	if op, ok := strings.CutSuffix(base, "_overflow_p"); ok && len(es) == 3 {
		return b.overflows(op, es, n)
	}
	bits, stdc := strings.CutPrefix(base, "stdc_")
	generic := !stdc && strings.HasSuffix(base, "g") && genericBits[strings.TrimSuffix(base, "g")]
	switch {
	case base == "assume_aligned" && len(es) == 2:
		return b.assumeAligned(es, n)
	case base == "expect_with_probability" && len(es) == 3:
		v := b.rvalue(es[0])
		b.effect(es[1])
		return val{t: b.typeOf(n), x: b.convert(v, b.typeOf(n), n)}, v.x != nil
	case stdc && len(es) == 1, generic && (len(es) == 1 || len(es) == 2):
	default:
		return val{}, false
	}
	v := b.rvalue(es[0])
	if v.x == nil || v.t.kind != tInt || v.t.bool || stdc && v.t.signed {
		return val{}, false
	}
	if stdc {
		return b.bitUtility(bits, val{t: v.t, x: b.snapshot(v.x, false)})
	}
	base = strings.TrimSuffix(base, "g")
	if len(es) == 2 && (base == "clz" || base == "ctz") { // the second one is the result for zero
		other := b.rvalue(es[1])
		if other.x == nil {
			return val{}, false
		}
		r := b.countZeros(v.x, base == "clz")
		return val{t: b.intT(), x: b.f.Ite(b.f.Eq(v.x, b.f.BV(0, v.t.width)), b.convert(other, b.intT(), n), b.resize(r, 32, false))}, true
	}
	return b.bitFunction(base, v), true
}

// genericBits are the bit functions with a variant for every type.
var genericBits = set("clz", "ctz", "clrsb", "ffs", "parity", "popcount")

// countZeros counts the leading or the trailing zeros, all of them for 0, in 32 bits.
func (b *builder) countZeros(x *logic.Term, leading bool) *logic.Term {
	f, w := b.f, x.Sort().Width()
	r := f.BV(uint64(w), 32)
	for k := range w {
		i, n := w-1-k, w-1-k // the lowest one that is set decides last
		if leading {
			i, n = k, w-1-k
		}
		r = f.Ite(f.Eq(f.Extract(i, i, x), f.BV(1, 1)), f.BV(uint64(n), 32), r)
	}
	return r
}

// bitUtility is a function of <stdbit.h> on an unsigned value.
func (b *builder) bitUtility(name string, v val) (val, bool) {
	f, x, w := b.f, v.x, v.t.width
	result := func(t *logic.Term) (val, bool) { return val{t: b.tt.kind(cc.UInt), x: t}, true }
	not, zero := f.BVNot(x), f.BV(0, w)
	first := func(x *logic.Term, leading bool) (val, bool) {
		return result(f.Ite(f.Eq(x, zero), f.BV(0, 32), f.BVOp(logic.OpBVAdd, b.countZeros(x, leading), f.BV(1, 32))))
	}
	ones := func(x *logic.Term) *logic.Term { return b.bitFunction("popcount", val{t: v.t, x: x}).x }
	width := func(x *logic.Term) *logic.Term {
		return f.BVOp(logic.OpBVSub, f.BV(uint64(w), 32), b.countZeros(x, true))
	}
	power := func(n *logic.Term) *logic.Term { return f.BVOp(logic.OpBVShl, f.BV(1, w), b.resize(n, w, false)) }
	switch name {
	case "leading_zeros":
		return result(b.countZeros(x, true))
	case "leading_ones":
		return result(b.countZeros(not, true))
	case "trailing_zeros":
		return result(b.countZeros(x, false))
	case "trailing_ones":
		return result(b.countZeros(not, false))
	case "first_leading_zero":
		return first(not, true)
	case "first_leading_one":
		return first(x, true)
	case "first_trailing_zero":
		return first(not, false)
	case "first_trailing_one":
		return first(x, false)
	case "count_zeros":
		return result(ones(not))
	case "count_ones":
		return result(ones(x))
	case "has_single_bit":
		return val{t: b.tt.kind(cc.Bool), x: f.Ite(f.Eq(ones(x), f.BV(1, 32)), f.BV(1, 8), f.BV(0, 8))}, true
	case "bit_width":
		return result(width(x))
	case "bit_floor":
		last := f.BVOp(logic.OpBVSub, width(x), f.BV(1, 32))
		return val{t: v.t, x: f.Ite(f.Eq(x, zero), zero, power(last))}, true
	case "bit_ceil":
		b.check(f.ULe(x, f.BVOp(logic.OpBVShl, f.BV(1, w), f.BV(uint64(w-1), w))), program.LibraryUse, "bit_ceil of a value beyond the greatest power of two")
		small := f.ULe(x, f.BV(1, w))
		return val{t: v.t, x: f.Ite(small, f.BV(1, w), power(width(f.BVOp(logic.OpBVSub, x, f.BV(1, w)))))}, true
	}
	return val{}, false
}

// overflows is __builtin_OP_overflow_p: whether the exact result has no place in the type of the third operand, whose value does not matter.
func (b *builder) overflows(op string, es []cc.ExpressionNode, n *cc.PostfixExpression) (val, bool) {
	o, known := map[string]logic.Op{"add": logic.OpBVAdd, "sub": logic.OpBVSub, "mul": logic.OpBVMul}[op]
	x, y := b.operands(es[0], es[1])
	z := b.rvalue(es[2])
	if !known || x.x == nil || y.x == nil || z.x == nil || x.t.kind != tInt || y.t.kind != tInt || z.t.kind != tInt || z.t.bool {
		return val{}, false
	}
	w := 2*max(x.t.width, y.t.width, z.t.width) + 2
	wide := b.snapshot(b.f.BVOp(o, b.resize(x.x, w, x.t.signed), b.resize(y.x, w, y.t.signed)), true)
	r := b.f.Extract(z.t.width-1, 0, wide)
	return val{t: b.tt.kind(cc.Bool), x: b.f.Ite(b.f.Eq(b.resize(r, w, z.t.signed), wide), b.f.BV(0, 8), b.f.BV(1, 8))}, true
}

// assumeAligned is __builtin_assume_aligned(p, align): undefined where p is not aligned so.
func (b *builder) assumeAligned(es []cc.ExpressionNode, n *cc.PostfixExpression) (val, bool) {
	align, ok := b.constInt(es[1])
	if !ok || align <= 0 || align&(align-1) != 0 {
		return val{}, false
	}
	v := b.rvalue(es[0])
	if v.x == nil || v.t.kind != tPtr {
		return val{}, false
	}
	low := b.f.BVOp(logic.OpBVAnd, v.x, b.f.BVInt(align-1, b.tt.ptrW))
	b.check(b.f.Eq(low, b.f.BV(0, b.tt.ptrW)), program.LibraryUse, "__builtin_assume_aligned of a pointer that is not")
	return val{t: b.typeOf(n), x: v.x}, true
}
