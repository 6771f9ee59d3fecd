package intlower

import (
	"math/big"

	"cupel/analysis/absint/interval"
	"cupel/core/logic"
)

// raw translates a bit-vector term to an integer that is congruent to it modulo
// 2^width. signed is the view its consumer prefers; constants are in it.
func (x *translator) raw(t *logic.Term, signed bool) value {
	if t.IsConst() {
		if signed {
			return x.num(t.BVSigned())
		}
		return x.num(t.BVBig())
	}
	k := rawKey{t, signed}
	if v, ok := x.raws[k]; ok {
		return v
	}
	v := x.rawUncached(t, signed)
	x.raws[k] = v
	return v
}

func (x *translator) rawUncached(t *logic.Term, signed bool) value {
	w := t.Sort().Width()
	switch t.Op() {
	case logic.OpVar:
		v := x.vars[t]
		if v == nil {
			return x.fail("an unknown symbol", t.Name())
		}
		return value{v.Sym, x.rng(v.Origin)}
	case logic.OpIte:
		return x.conditional(t, signed)
	case logic.OpSelect:
		return x.element(t, signed)

	case logic.OpBVAdd:
		return x.add(x.summand(t.Arg(0), signed), x.summand(t.Arg(1), signed))
	case logic.OpBVSub:
		return x.sub(x.summand(t.Arg(0), signed), x.summand(t.Arg(1), signed))
	case logic.OpBVNeg:
		return x.scale(x.summand(t.Arg(0), signed), big.NewInt(-1))
	case logic.OpBVNot: // ~a = -a - 1
		return x.sub(x.num(big.NewInt(-1)), x.summand(t.Arg(0), signed))
	case logic.OpBVMul:
		return x.product(x.summand(t.Arg(0), signed), x.summand(t.Arg(1), signed))

	case logic.OpBVAddNSW:
		return x.defined(x.add(x.view(t.Arg(0), true), x.view(t.Arg(1), true)), w)
	case logic.OpBVSubNSW:
		return x.defined(x.sub(x.view(t.Arg(0), true), x.view(t.Arg(1), true)), w)
	case logic.OpBVNegNSW:
		return x.defined(x.scale(x.view(t.Arg(0), true), big.NewInt(-1)), w)
	case logic.OpBVMulNSW:
		return x.defined(x.product(x.view(t.Arg(0), true), x.view(t.Arg(1), true)), w)

	case logic.OpBVUDiv:
		a, b := x.view(t.Arg(0), false), x.view(t.Arg(1), false)
		return x.divide(a, b, w)
	case logic.OpBVURem:
		a, b := x.view(t.Arg(0), false), x.view(t.Arg(1), false)
		return x.remainder(a, b, w)
	case logic.OpBVSDiv:
		return x.truncDiv(x.view(t.Arg(0), true), x.view(t.Arg(1), true), w)
	case logic.OpBVSRem:
		return x.truncRem(x.view(t.Arg(0), true), x.view(t.Arg(1), true), w)

	case logic.OpBVShl, logic.OpBVLShr, logic.OpBVAShr:
		return x.shift(t, signed)
	case logic.OpBVAnd, logic.OpBVOr, logic.OpBVXor:
		return x.bitwise(t)

	case logic.OpZeroExt:
		return x.view(t.Arg(0), false)
	case logic.OpSignExt:
		return x.view(t.Arg(0), true)
	case logic.OpExtract:
		// floor(r/2^lo) is congruent modulo 2^(width-lo) for every r congruent
		// modulo 2^width, so the operand need not be wrapped.
		return x.floorDiv(x.raw(t.Arg(0), signed), interval.Pow2(t.Lo()))
	case logic.OpConcat:
		low := t.Arg(1)
		return x.add(x.scale(x.raw(t.Arg(0), signed), interval.Pow2(low.Sort().Width())), x.view(low, false))
	case logic.OpInt2BV:
		return value{x.boolean(t.Arg(0)), interval.Top}
	}
	return x.keep(t, "")
}

// summand translates an operand of modular arithmetic; a constant takes its
// value of least magnitude, so that x + 0xffffffff becomes x - 1.
func (x *translator) summand(t *logic.Term, signed bool) value {
	return x.raw(t, signed || t.IsConst())
}

// conditional wraps the branches when their join would need it: the branches
// are often constants.
func (x *translator) conditional(t *logic.Term, signed bool) value {
	c := x.boolean(t.Arg(0))
	a, b := x.raw(t.Arg(1), signed), x.raw(t.Arg(2), signed)
	if r := x.ite(c, a, b); r.r.In(interval.TypeRange(t.Sort().Width(), signed)) {
		return r
	}
	return x.ite(c, x.view(t.Arg(1), signed), x.view(t.Arg(2), signed))
}

// defined restricts the result of C arithmetic on a signed type to the values
// that are no overflow.
func (x *translator) defined(v value, width int) value {
	t := interval.TypeRange(width, true)
	r := v.r.Meet(t)
	if r.IsEmpty() {
		r = t
	}
	return x.val(v.t, r)
}

func (x *translator) product(a, b value) value {
	return x.val(x.f.Mul(a.t, b.t), a.r.Mul(b.r))
}

// nonEmpty replaces the empty interval, which a division by a constant 0 gives,
// by the type's range.
func nonEmpty(r interval.Interval, width int, signed bool) interval.Interval {
	if r.IsEmpty() {
		return interval.TypeRange(width, signed)
	}
	return r
}

// divide is unsigned division; division by zero is undefined in C.
func (x *translator) divide(a, b value, width int) value {
	r := nonEmpty(b.r.OverNonZero(a.r.EuclidDiv), width, false)
	return x.quotient(a.t, b.t, r)
}

// quotient is the SMT-LIB quotient, counted.
func (x *translator) quotient(a, b *logic.Term, r interval.Interval) value {
	if _, single := r.Value(); !single {
		x.stats.Divs++
	}
	return x.val(x.f.Div(a, b), r)
}

func (x *translator) remainder(a, b value, width int) value {
	r := nonEmpty(b.r.OverNonZero(a.r.EuclidMod), width, false)
	if below(a.r, b.r) {
		return a
	}
	return x.modulo(a.t, b.t, r)
}

func (x *translator) modulo(a, b *logic.Term, r interval.Interval) value {
	if _, single := r.Value(); !single {
		x.stats.Divs++
	}
	return x.val(x.f.Mod(a, b), r)
}

// below reports whether 0 <= a < b for all elements.
func below(a, b interval.Interval) bool {
	return a.Lo() != nil && a.Lo().Sign() >= 0 && a.Hi() != nil && b.Lo() != nil && a.Hi().Cmp(b.Lo()) < 0
}

// bySign applies op to the non-negative dividend, and to the negated negative
// one, negating the result: C's division truncates.
func (x *translator) bySign(a value, op func(a value) value) value {
	neg := func(v value) value { return x.scale(v, big.NewInt(-1)) }
	zero := new(big.Int)
	pos := value{a.t, a.r.Meet(interval.Of(zero, nil))}
	low := neg(value{a.t, a.r.Meet(interval.Of(nil, big.NewInt(-1)))})
	switch {
	case low.r.IsEmpty():
		return op(a)
	case pos.r.IsEmpty():
		return neg(op(low))
	}
	return x.ite(x.f.Le(x.f.IntConst(0), a.t), op(pos), neg(op(low)))
}

func (x *translator) truncDiv(a, b value, width int) value {
	v := x.bySign(a, func(a value) value {
		return x.quotient(a.t, b.t, nonEmpty(b.r.OverNonZero(a.r.EuclidDiv), width, true))
	})
	return v
}

func (x *translator) truncRem(a, b value, width int) value {
	m := b
	if b.r.Hi() != nil && b.r.Hi().Sign() < 0 { // the remainder does not depend on the divisor's sign
		m = x.scale(b, big.NewInt(-1))
	}
	return x.bySign(a, func(a value) value {
		if below(a.r, m.r) {
			return a
		}
		return x.modulo(a.t, m.t, nonEmpty(m.r.OverNonZero(a.r.EuclidMod), width, true))
	})
}
