package simulation

import (
	"math/big"

	"cupel/core/logic"
	"cupel/core/program"
)

// An exacter over-approximates bit-vector formulas over the integers. Terms that it has no rule for become
// symbols within the range of their bits, or arbitrary Booleans: if the result is unsatisfiable, so is the
// bit-vector formula. Products of variables, hard for bit-blasting, are often simple here: where the machine's
// conditions exclude signed overflow, they are products of integers.
type exacter struct {
	p     *pair
	facts []*logic.Term // about the symbols
	nums  map[reading]*logic.Term
	bools map[*logic.Term]*logic.Term
	sure  map[*logic.Term]bool // bit-vector conditions that hold
}

// A reading is a bit-vector term with a signedness.
type reading struct {
	t      *logic.Term
	signed bool
}

// exactly is the integer formula that an operation is wrong in some state; nil if there is none.
func (p *pair) exactly(o *operation) *logic.Term {
	x := &exacter{p: p, nums: map[reading]*logic.Term{}, bools: map[*logic.Term]*logic.Term{}, sure: map[*logic.Term]bool{}}
	for _, c := range logic.Conjuncts(o.premise) {
		x.sure[c] = true
	}
	f := p.f
	if o.op.Expr == nil {
		return nil
	}
	var goal *logic.Term
	state := map[*logic.Term]*logic.Term{}
	for _, sym := range logic.FreeVars(o.op.Expr) {
		v := p.vars[sym]
		t := o.at[v.Sym]
		if t == nil {
			t = v.Sym
		}
		switch {
		case v.Sort().IsBV() && sym.Sort().IsInt():
			state[sym] = x.number(t, v.Signed)
		case v.Sort().IsBool():
			state[sym] = x.formula(t)
		default:
			return nil
		}
	}
	said := f.Subst(o.op.Expr, state)
	switch {
	case o.op.Kind != program.OpAssign:
		goal = said
	case o.value.Sort().IsBV() && said.Sort().IsInt():
		v := p.vars[o.op.Var.Sym]
		goal = f.Eq(said, x.number(o.value, v.Signed))
		if v.Bool {
			goal = f.And(goal, x.formula(p.boolean(o.value)))
		}
	case o.value.Sort().IsBool():
		goal = f.Eq(said, x.formula(o.value))
	default:
		return nil
	}
	premise := x.formula(o.premise)
	return f.And(append([]*logic.Term{premise, f.Not(goal)}, x.facts...)...)
}

// formula translates a bit-vector formula.
func (x *exacter) formula(t *logic.Term) *logic.Term {
	if b := x.bools[t]; b != nil {
		return b
	}
	b := x.formulaUncached(t)
	x.bools[t] = b
	return b
}

// formulaUncached translates a bit-vector formula by its outermost operator.
func (x *exacter) formulaUncached(t *logic.Term) *logic.Term {
	f := x.p.f
	num := func(i int, signed bool) *logic.Term { return x.number(t.Arg(i), signed) }
	switch t.Op() {
	case logic.OpConst:
		return t
	case logic.OpNot:
		return f.Not(x.formula(t.Arg(0)))
	case logic.OpAnd, logic.OpOr, logic.OpIte:
		args := make([]*logic.Term, t.NumArgs())
		for i, a := range t.Args() {
			args[i] = x.formula(a)
		}
		switch t.Op() {
		case logic.OpAnd:
			return f.And(args...)
		case logic.OpOr:
			return f.Or(args...)
		}
		return f.Ite(args[0], args[1], args[2])
	case logic.OpEq:
		switch s := t.Arg(0).Sort(); {
		case s.IsBool():
			return f.Eq(x.formula(t.Arg(0)), x.formula(t.Arg(1)))
		case s.IsBV():
			signed := x.signed(t.Arg(0)) || x.signed(t.Arg(1))
			return f.Eq(num(0, signed), num(1, signed))
		}
	case logic.OpULe:
		return f.Le(num(0, false), num(1, false))
	case logic.OpULt:
		return f.Lt(num(0, false), num(1, false))
	case logic.OpSLe:
		return f.Le(num(0, true), num(1, true))
	case logic.OpSLt:
		return f.Lt(num(0, true), num(1, true))
	case logic.OpSAddOK:
		return x.inRange(f.Add(num(0, true), num(1, true)), t.Arg(0).Sort().Width(), true)
	case logic.OpSSubOK:
		return x.inRange(f.Sub(num(0, true), num(1, true)), t.Arg(0).Sort().Width(), true)
	case logic.OpSMulOK:
		return x.inRange(f.Mul(num(0, true), num(1, true)), t.Arg(0).Sort().Width(), true)
	}
	return f.Fresh("truth", logic.Bool)
}

// signed reports whether a term is simpler when read as a signed number.
func (x *exacter) signed(t *logic.Term) bool {
	switch t.Op() {
	case logic.OpVar:
		v := x.p.vars[t]
		return v != nil && v.Signed
	case logic.OpBVAddNSW, logic.OpBVSubNSW, logic.OpBVMulNSW, logic.OpBVNegNSW, logic.OpSignExt, logic.OpBVSDiv, logic.OpBVSRem:
		return true
	case logic.OpIte:
		return x.signed(t.Arg(1)) || x.signed(t.Arg(2))
	}
	return false
}

// inRange states that a number is in the range of w bits.
func (x *exacter) inRange(n *logic.Term, w int, signed bool) *logic.Term {
	f := x.p.f
	lo, hi := new(big.Int), new(big.Int).Lsh(big.NewInt(1), uint(w))
	if signed {
		hi.Rsh(hi, 1)
		lo.Neg(hi)
	}
	return f.And(f.Le(f.IntBig(lo), n), f.Lt(n, f.IntBig(hi)))
}

// symbol returns a fresh number in the range of w bits.
func (x *exacter) symbol(w int, signed bool) *logic.Term {
	n := x.p.f.Fresh("number", logic.Int)
	x.facts = append(x.facts, x.inRange(n, w, signed))
	return n
}

// number returns the reading of a term.
func (x *exacter) number(t *logic.Term, signed bool) *logic.Term {
	k := reading{t, signed}
	if n := x.nums[k]; n != nil {
		return n
	}
	n := x.numberUncached(t, signed)
	x.nums[k] = n
	return n
}

// numberUncached computes the reading of a term by its outermost operator.
func (x *exacter) numberUncached(t *logic.Term, signed bool) *logic.Term {
	f, w := x.p.f, t.Sort().Width()
	if t.IsConst() {
		if signed {
			return f.IntBig(t.BVSigned())
		}
		return f.IntBig(t.BVBig())
	}
	switch t.Op() {
	case logic.OpIte:
		return f.Ite(x.formula(t.Arg(0)), x.number(t.Arg(1), signed), x.number(t.Arg(2), signed))
	case logic.OpZeroExt:
		return x.number(t.Arg(0), false)
	case logic.OpSignExt:
		if signed {
			return x.number(t.Arg(0), true)
		}
	}
	if main := x.signed(t); main != signed { // the other reading differs by 2^w in the upper half
		n, half := x.number(t, main), new(big.Int).Lsh(big.NewInt(1), uint(w-1))
		size := f.IntBig(new(big.Int).Lsh(half, 1))
		if signed {
			return f.Ite(f.Lt(n, f.IntBig(half)), n, f.Sub(n, size))
		}
		return f.Ite(f.Le(f.IntConst(0), n), n, f.Add(n, size))
	}
	switch t.Op() {
	case logic.OpBVAddNSW, logic.OpBVSubNSW, logic.OpBVMulNSW:
		return x.checked(t)
	case logic.OpBVAdd, logic.OpBVSub, logic.OpBVMul, logic.OpBVNeg:
		return f.Mod(x.arithmetic(t, false), f.IntBig(new(big.Int).Lsh(big.NewInt(1), uint(w))))
	case logic.OpBVUDiv, logic.OpBVURem:
		a, b := x.number(t.Arg(0), false), x.number(t.Arg(1), false)
		n, q := x.symbol(w, false), f.Div(a, b)
		if t.Op() == logic.OpBVURem {
			q = f.Mod(a, b)
		}
		x.facts = append(x.facts, f.Or(f.Eq(b, f.IntConst(0)), f.Eq(n, q)))
		return n
	}
	return x.symbol(w, signed)
}

// arithmetic returns the unbounded sum, difference, product or negation.
func (x *exacter) arithmetic(t *logic.Term, signed bool) *logic.Term {
	f, a := x.p.f, x.number(t.Arg(0), signed)
	if t.Op() == logic.OpBVNeg {
		return f.Neg(a)
	}
	b := x.number(t.Arg(1), signed)
	switch t.Op() {
	case logic.OpBVAdd, logic.OpBVAddNSW:
		return f.Add(a, b)
	case logic.OpBVSub, logic.OpBVSubNSW:
		return f.Sub(a, b)
	}
	return f.Mul(a, b)
}

// checked handles signed operations: without overflow the result is the unbounded one.
func (x *exacter) checked(t *logic.Term) *logic.Term {
	f := x.p.f
	ok := map[logic.Op]logic.Op{logic.OpBVAddNSW: logic.OpSAddOK, logic.OpBVSubNSW: logic.OpSSubOK, logic.OpBVMulNSW: logic.OpSMulOK}[t.Op()]
	c, v := f.SignedOK(ok, t.Arg(0), t.Arg(1)), x.arithmetic(t, true)
	if c.IsTrue() || x.sure[c] {
		return v
	}
	n := x.symbol(t.Sort().Width(), true)
	x.facts = append(x.facts, f.Or(f.Not(x.formula(c)), f.Eq(n, v)))
	return n
}
