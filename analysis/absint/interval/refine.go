package interval

import (
	"math/big"

	"cupel/core/logic"
	"cupel/internal/sabotage"
)

// assume returns the states of s in which t has the truth value want; nil when
// there are none.
func assume(s *State, t *logic.Term, want bool) *State {
	x := assumer{left: maxAssumed}
	return x.assume(s, t, want)
}

// assumer bounds the number of terms assumed: a subterm that occurs repeatedly is assumed in several states.
type assumer struct{ left int }

func (x *assumer) assume(s *State, t *logic.Term, want bool) *State {
	if x.left--; x.left < 0 {
		return s
	}
	switch newEval(s).truth(t) {
	case decided(want):
		return s
	case decided(!want):
		return nil
	}
	switch {
	case t.Op() == logic.OpNot:
		return x.assume(s, t.Arg(0), !want)
	case t.Op() == logic.OpAnd && want, t.Op() == logic.OpOr && !want:
		return x.all(s, t.Args(), want)
	case t.Op() == logic.OpAnd || t.Op() == logic.OpOr:
		return x.some(s, t.Args(), want)
	case t.Op() == logic.OpIte:
		return x.ite(s, t, want)
	}
	r := &refiner{eval: newEval(s), state: s}
	if !r.atom(t, want) {
		return nil
	}
	return r.state
}

// all assumes the truth value of every term. A second round refines the first terms by the last ones.
func (x *assumer) all(s *State, ts []*logic.Term, want bool) *State {
	for range 2 {
		before := s
		for _, t := range ts {
			if s = x.assume(s, t, want); s == nil {
				return nil
			}
		}
		if leq(before, s) {
			break
		}
	}
	return s
}

// some assumes that at least one term has the truth value.
func (x *assumer) some(s *State, ts []*logic.Term, want bool) *State {
	if len(ts) > maxDisjuncts {
		return s
	}
	var r *State
	for _, t := range ts {
		r = JoinStates(r, x.assume(s, t, want))
	}
	return r
}

func (x *assumer) ite(s *State, t *logic.Term, want bool) *State {
	var r *State
	for i, c := range []bool{true, false} {
		if b := x.assume(s, t.Arg(0), c); b != nil {
			r = JoinStates(r, x.assume(b, t.Arg(1+i), want))
		}
	}
	return r
}

// refiner narrows the intervals of variables by bounds on terms. The terms are evaluated in the state before.
type refiner struct {
	*eval
	state *State
}

// atom refines by a term that is no Boolean combination; false: no state has it.
func (r *refiner) atom(t *logic.Term, want bool) bool {
	switch t.Op() {
	case logic.OpVar:
		v := zero
		if want {
			v = one
		}
		return r.narrow(t, Single(v))
	case logic.OpEq:
		return r.equality(t.Arg(0), t.Arg(1), want)
	case logic.OpULe, logic.OpULt, logic.OpSLe, logic.OpSLt:
		signed := t.Op() == logic.OpSLe || t.Op() == logic.OpSLt
		strict := t.Op() == logic.OpULt || t.Op() == logic.OpSLt
		if want {
			return r.order(t.Arg(0), t.Arg(1), signed, strict)
		}
		return r.order(t.Arg(1), t.Arg(0), signed, !strict)
	case logic.OpLe:
		if !t.Arg(0).Sort().IsInt() {
			return true
		}
		if want {
			return r.linear(t.Arg(0), t.Arg(1), zero)
		}
		return r.linear(t.Arg(1), t.Arg(0), minusOne)
	case logic.OpSAddOK, logic.OpSSubOK, logic.OpSMulOK:
		if want {
			return r.representable(t)
		}
	}
	return true
}

// narrow intersects the interval of a variable; false: the result is empty.
func (r *refiner) narrow(sym *logic.Term, by Interval) bool {
	i := r.state.index.number(sym)
	if i < 0 {
		return true
	}
	old := r.state.get(i)
	if old.In(by) {
		return true
	}
	m := old.Meet(by)
	if m.IsEmpty() {
		return false
	}
	r.state = r.state.with(i, m)
	return true
}

// order refines by a <= b, or a < b, in a view.
func (r *refiner) order(a, b *logic.Term, signed, strict bool) bool {
	ia, ib := r.view(a, signed), r.view(b, signed)
	below, above := Interval{hi: ib.hi}, Interval{lo: ia.lo}
	if strict || sabotage.Active(sabotage.IntervalOrder) {
		below, above = below.AddConst(minusOne), above.AddConst(one)
	}
	return r.term(a, ia.Meet(below), signed) && r.term(b, ib.Meet(above), signed)
}

// equality refines by x = y or its negation.
func (r *refiner) equality(x, y *logic.Term, want bool) bool {
	switch s := x.Sort(); {
	case s.IsInt():
		if !want {
			return r.integerBounds(x, y)
		}
		return r.linear(x, y, zero) && r.linear(y, x, zero)
	case s.IsBV():
		for _, signed := range []bool{true, false} {
			a, b := r.view(x, signed), r.view(y, signed)
			na, nb := a.Meet(b), a.Meet(b)
			if !want {
				na, nb = without(a, b), without(b, a)
			}
			if !r.term(x, na, signed) || !r.term(y, nb, signed) {
				return false
			}
		}
	}
	return true
}

// without returns a without the element of b, when that is one and at a bound.
func without(a, b Interval) Interval {
	v, ok := b.Value()
	switch {
	case !ok:
		return a
	case sameBound(a.lo, v):
		return Of(new(big.Int).Add(v, one), a.hi)
	case sameBound(a.hi, v):
		return Of(a.lo, new(big.Int).Sub(v, one))
	}
	return a
}

// representable refines by the absence of overflow.
func (r *refiner) representable(t *logic.Term) bool {
	a, b := r.view(t.Arg(0), true), r.view(t.Arg(1), true)
	all := TypeRange(t.Arg(0).Sort().Width(), true)
	switch t.Op() {
	case logic.OpSAddOK:
		return r.term(t.Arg(0), a.Meet(all.Sub(b)), true) && r.term(t.Arg(1), b.Meet(all.Sub(a)), true)
	case logic.OpSSubOK:
		return r.term(t.Arg(0), a.Meet(all.Add(b)), true) && r.term(t.Arg(1), b.Meet(a.Sub(all)), true)
	}
	return r.term(t.Arg(0), a.Meet(inverse(all, b, a)), true) && r.term(t.Arg(1), b.Meet(inverse(all, a, b)), true)
}

// inverse bounds the factor of a product in p whose other factor is in b; when
// b does not determine it, that is old.
func inverse(p, b, old Interval) Interval {
	c, ok := b.Value()
	if !ok || c.Sign() == 0 {
		return old
	}
	if c.Sign() < 0 {
		return inverse(p.Neg(), Single(new(big.Int).Neg(c)), old)
	}
	return Of(bound(p.lo, func(v *big.Int) *big.Int { return new(big.Int).Neg(floorDiv(new(big.Int).Neg(v), c)) }),
		bound(p.hi, func(v *big.Int) *big.Int { return floorDiv(v, c) }))
}

func bound(b *big.Int, f func(*big.Int) *big.Int) *big.Int {
	if b == nil {
		return nil
	}
	return f(b)
}

// term refines the variables of a bit-vector term whose value in the view is
// in to; false when no value is possible.
func (r *refiner) term(t *logic.Term, to Interval, signed bool) bool {
	if to.IsEmpty() {
		return false
	}
	w := t.Sort().Width()
	if to.lo != nil && to.hi != nil && TypeRange(w, signed).In(to) {
		return true
	}
	switch t.Op() {
	case logic.OpVar:
		i := r.state.index.number(t)
		if i < 0 {
			return true
		}
		own := r.state.index.vars[i].Signed
		return r.narrow(t, convert(to.Meet(TypeRange(w, signed)), r.state.get(i), w, own))
	case logic.OpSignExt, logic.OpZeroExt:
		inner := t.Op() == logic.OpSignExt
		x := t.Arg(0)
		return r.term(x, convert(to, r.view(x, inner), w, inner), inner)
	case logic.OpExtract:
		x := t.Arg(0)
		if xs := r.view(x, signed); t.Lo() == 0 && xs.In(TypeRange(w, signed)) {
			return r.term(x, xs.Meet(to), signed)
		}
	case logic.OpBVAddNSW, logic.OpBVSubNSW, logic.OpBVMulNSW, logic.OpBVNegNSW:
		return r.arithmetic(t, convert(to, r.view(t, true), w, true))
	case logic.OpBVAdd, logic.OpBVSub, logic.OpBVNeg, logic.OpBVMul:
		return r.modular(t, to, signed)
	case logic.OpIte:
		return r.branches(t, to, signed)
	}
	return true
}

// convert returns a bound, within old, for numbers in a view of width bits that
// are congruent to an element of i modulo 2^width.
func convert(i, old Interval, width int, signed bool) Interval {
	t := TypeRange(width, signed)
	if i.In(t) {
		return old.Meet(i)
	}
	ks, parts := i.Periods(width, signed, 3)
	if ks == nil {
		return old
	}
	r := Empty
	for k, p := range parts {
		off := new(big.Int).Mul(ks[k], Pow2(width))
		r = r.Join(old.Meet(p.AddConst(off.Neg(off))))
	}
	return r
}

// arithmetic refines the operands of C arithmetic on a signed type whose result is in to.
func (r *refiner) arithmetic(t *logic.Term, to Interval) bool {
	if to.IsEmpty() {
		return false
	}
	a := r.view(t.Arg(0), true)
	if t.Op() == logic.OpBVNegNSW {
		return r.term(t.Arg(0), a.Meet(to.Neg()), true)
	}
	b := r.view(t.Arg(1), true)
	na, nb := operands(t.Op(), a, b, to)
	return r.term(t.Arg(0), na, true) && r.term(t.Arg(1), nb, true)
}

// operands bounds the operands of an operation with a result in to.
func operands(op logic.Op, a, b, to Interval) (na, nb Interval) {
	switch op {
	case logic.OpBVAddNSW, logic.OpBVAdd:
		return a.Meet(to.Sub(b)), b.Meet(to.Sub(a))
	case logic.OpBVSubNSW, logic.OpBVSub:
		return a.Meet(to.Add(b)), b.Meet(a.Sub(to))
	}
	return a.Meet(inverse(to, b, a)), b.Meet(inverse(to, a, b))
}

// modular refines the operands of arithmetic modulo 2^width, where it does not
// wrap, or where the only operand that is no constant is moved around the circle.
func (r *refiner) modular(t *logic.Term, to Interval, signed bool) bool {
	w := t.Sort().Width()
	if t.Op() == logic.OpBVAdd && t.Arg(1).IsConst() {
		x := t.Arg(0)
		moved := to.Meet(TypeRange(w, signed)).AddConst(new(big.Int).Neg(t.Arg(1).BVSigned()))
		return r.term(x, convert(moved, r.view(x, signed), w, signed), signed)
	}
	if t.Op() == logic.OpBVNeg {
		return true
	}
	a, b := r.view(t.Arg(0), signed), r.view(t.Arg(1), signed)
	var exact Interval
	switch t.Op() {
	case logic.OpBVAdd:
		exact = a.Add(b)
	case logic.OpBVSub:
		exact = a.Sub(b)
	default:
		exact = a.Mul(b)
	}
	if !exact.In(TypeRange(w, signed)) {
		return true
	}
	na, nb := operands(t.Op(), a, b, to)
	return r.term(t.Arg(0), na, signed) && r.term(t.Arg(1), nb, signed)
}

// branches refines by a conditional term: a branch that cannot have the value
// is not taken. That is how C's truth values are tested.
func (r *refiner) branches(t *logic.Term, to Interval, signed bool) bool {
	value := func(i int) Interval {
		if t.Sort().IsInt() {
			return r.integer(t.Arg(i)).Meet(to)
		}
		return r.view(t.Arg(i), signed).Meet(to)
	}
	first, second := value(1), value(2)
	if first.IsEmpty() == second.IsEmpty() {
		return !first.IsEmpty()
	}
	if r.state = assume(r.state, t.Arg(0), second.IsEmpty()); r.state == nil {
		return false
	}
	if t.Sort().IsInt() {
		if first.IsEmpty() {
			return r.intTerm(t.Arg(2), second)
		}
		return r.intTerm(t.Arg(1), first)
	}
	if first.IsEmpty() {
		return r.term(t.Arg(2), second, signed)
	}
	return r.term(t.Arg(1), first, signed)
}
