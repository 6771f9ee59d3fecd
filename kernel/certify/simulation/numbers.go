package simulation

import (
	"cupel/core/logic"
	"cupel/core/program"
)

// A reader translates integer terms to bit-vectors over the machine's state.
type reader struct {
	f      *logic.Factory
	vars   map[*logic.Term]*program.Var // either program's symbol to the machine's variable
	at     map[*logic.Term]*logic.Term  // machine state: symbols with changed values
	signed bool                         // signedness of array indices
	sides  []*logic.Term                // side conditions: indices and stored elements are in range
	memo   map[*logic.Term]*logic.Term
	nums   map[*logic.Term]*logic.Term
}

// readerAt returns a reader for a state.
func readerAt(f *logic.Factory, vars map[*logic.Term]*program.Var, at map[*logic.Term]*logic.Term, signed bool) *reader {
	return &reader{f: f, vars: vars, at: at, signed: signed, memo: map[*logic.Term]*logic.Term{}, nums: map[*logic.Term]*logic.Term{}}
}

// machine evaluates a machine term in the reader's state.
func (r *reader) machine(t *logic.Term) *logic.Term {
	if len(r.at) == 0 {
		return t
	}
	return r.f.Subst(t, r.at)
}

// reading returns the number that bits represent, widened as needed.
func (r *reader) reading(t *logic.Term, signed bool) *logic.Term {
	if signed {
		return t
	}
	return r.f.ZeroExt(1, t)
}

// formula translates a formula; nil if it cannot be expressed.
func (r *reader) formula(t *logic.Term) *logic.Term {
	if b, ok := r.memo[t]; ok {
		return b
	}
	b := r.formulaUncached(t)
	r.memo[t] = b
	return b
}

// formulaUncached translates an integer formula by its outermost operator.
func (r *reader) formulaUncached(t *logic.Term) *logic.Term {
	f := r.f
	switch t.Op() {
	case logic.OpNot, logic.OpAnd, logic.OpOr, logic.OpIte:
		args := make([]*logic.Term, t.NumArgs())
		for i, a := range t.Args() {
			if args[i] = r.formula(a); args[i] == nil {
				return nil
			}
		}
		switch t.Op() {
		case logic.OpNot:
			return f.Not(args[0])
		case logic.OpAnd:
			return f.And(args...)
		case logic.OpOr:
			return f.Or(args...)
		}
		return f.Ite(args[0], args[1], args[2])
	case logic.OpLe, logic.OpEq:
		switch s := t.Arg(0).Sort(); {
		case s.IsInt():
			a, b := r.same(r.number(t.Arg(0)), r.number(t.Arg(1)))
			switch {
			case a == nil:
				return nil
			case t.Op() == logic.OpEq:
				return f.Eq(a, b)
			}
			return f.SLe(a, b)
		case s.IsBool():
			if a, b := r.formula(t.Arg(0)), r.formula(t.Arg(1)); a != nil && b != nil {
				return f.Eq(a, b)
			}
			return nil
		}
	case logic.OpApp:
		return r.application(t)
	}
	return r.other(t)
}

// application keeps an uninterpreted predicate between numbers of one width.
func (r *reader) application(t *logic.Term) *logic.Term {
	args := make([]*logic.Term, t.NumArgs())
	for i, a := range t.Args() {
		if !a.Sort().IsInt() {
			return r.other(t)
		}
		n := r.number(a)
		if n == nil || n.Sort().Width() > appWidth {
			return nil
		}
		args[i] = r.wide(n, appWidth)
	}
	return r.f.App(t.Name()+" of bits", t.Sort(), args...)
}

// other translates a term of a theory common to both programs.
func (r *reader) other(t *logic.Term) *logic.Term {
	integers := false
	logic.Walk(func(u *logic.Term) bool {
		s := u.Sort()
		for s.IsArray() {
			integers = integers || s.Index().IsInt()
			s = s.Elem()
		}
		integers = integers || s.IsInt()
		return !integers
	}, t)
	if integers {
		return nil
	}
	return r.machine(t)
}

// wide sign-extends a number to w bits.
func (r *reader) wide(n *logic.Term, w int) *logic.Term {
	if have := n.Sort().Width(); have < w {
		return r.f.SignExt(w-have, n)
	}
	return n
}

// same extends two numbers to a common width; nil if one of them is.
func (r *reader) same(a, b *logic.Term) (x, y *logic.Term) {
	if a == nil || b == nil {
		return nil, nil
	}
	w := max(a.Sort().Width(), b.Sort().Width())
	return r.wide(a, w), r.wide(b, w)
}

// number translates an integer term to two's complement; nil if it cannot be expressed.
func (r *reader) number(t *logic.Term) *logic.Term {
	if n, ok := r.nums[t]; ok {
		return n
	}
	n := r.numberUncached(t)
	if n != nil && n.Sort().Width() > maxWidth {
		n = nil
	}
	r.nums[t] = n
	return n
}

// numberUncached translates an integer term by its outermost operator.
func (r *reader) numberUncached(t *logic.Term) *logic.Term {
	f := r.f
	switch t.Op() {
	case logic.OpConst:
		c := t.Rational().Num()
		return f.BVBig(c, c.BitLen()+1)
	case logic.OpVar:
		if v := r.vars[t]; v != nil && v.Sort().IsBV() {
			return r.reading(r.machine(v.Sym), v.Signed)
		}
		return nil
	case logic.OpBV2Nat:
		return f.ZeroExt(1, r.machine(t.Arg(0)))
	case logic.OpAdd, logic.OpMul:
		n := r.number(t.Arg(0))
		for _, a := range t.Args()[1:] {
			x, y := n, r.number(a)
			if x == nil || y == nil {
				return nil
			}
			op, w := logic.OpBVAdd, max(x.Sort().Width(), y.Sort().Width())+1
			if t.Op() == logic.OpMul {
				op, w = logic.OpBVMul, x.Sort().Width()+y.Sort().Width()
			}
			if w > maxWidth {
				return nil
			}
			n = f.BVOp(op, r.wide(x, w), r.wide(y, w))
		}
		return n
	case logic.OpIte:
		c := r.formula(t.Arg(0))
		if a, b := r.same(r.number(t.Arg(1)), r.number(t.Arg(2))); c != nil && a != nil {
			return f.Ite(c, a, b)
		}
	case logic.OpDiv, logic.OpMod:
		return r.divide(t)
	case logic.OpSelect:
		return r.element(t)
	}
	return nil
}

// divide translates Euclidean division and remainder, whose remainder is non-negative.
func (r *reader) divide(t *logic.Term) *logic.Term {
	f := r.f
	a, b := r.same(r.number(t.Arg(0)), r.number(t.Arg(1)))
	if a == nil {
		return nil
	}
	w := a.Sort().Width() + 2 // also fits a - |b|
	a, b = r.wide(a, w), r.wide(b, w)
	zero := f.BV(0, w)
	rem := f.BVOp(logic.OpBVSRem, a, b) // has the sign of a
	mod := f.Ite(f.SLt(rem, zero), f.BVOp(logic.OpBVAdd, rem, f.Ite(f.SLt(b, zero), f.BVNeg(b), b)), rem)
	out := mod
	if t.Op() == logic.OpDiv {
		out = f.BVOp(logic.OpBVSDiv, f.BVOp(logic.OpBVSub, a, mod), b)
	}
	return f.Ite(f.Eq(b, zero), zero, out)
}

// element translates the selection of a numeric element.
func (r *reader) element(t *logic.Term) *logic.Term {
	root := r.root(t.Arg(0))
	if root == nil || !root.Sort().Elem().IsBV() {
		return nil
	}
	a, i := r.array(t.Arg(0), root.Sort(), root.Signed), r.index(t.Arg(1), root.Sort().Index())
	if a == nil || i == nil {
		return nil
	}
	return r.reading(r.f.Select(a, i), root.Signed)
}

// root returns a variable that an array takes elements from, or nil.
func (r *reader) root(t *logic.Term) *program.Var {
	switch t.Op() {
	case logic.OpVar:
		return r.vars[t]
	case logic.OpStore:
		return r.root(t.Arg(0))
	case logic.OpIte:
		if v := r.root(t.Arg(1)); v != nil {
			return v
		}
		return r.root(t.Arg(2))
	}
	return nil
}

// within adds the side condition that a number fits into w bits in a signedness, and returns these bits.
func (r *reader) within(n *logic.Term, w int, signed bool) *logic.Term {
	if n == nil {
		return nil
	}
	f := r.f
	have := n.Sort().Width()
	if have <= w {
		n = r.wide(n, w+1)
		have = w + 1
	}
	bits := f.Extract(w-1, 0, n)
	back := f.ZeroExt(have-w, bits)
	if signed {
		back = f.SignExt(have-w, bits)
	}
	r.sides = append(r.sides, f.Eq(n, back))
	return bits
}

// index translates an array index to the machine's sort.
func (r *reader) index(t *logic.Term, s *logic.Sort) *logic.Term {
	if !s.IsBV() {
		return r.other(t)
	}
	return r.within(r.number(t), s.Width(), r.signed)
}

// array translates an array to the machine's sort s, its numeric elements in the given signedness; nil if it
// cannot be expressed.
func (r *reader) array(t *logic.Term, s *logic.Sort, signed bool) *logic.Term {
	f := r.f
	switch t.Op() {
	case logic.OpVar:
		if v := r.vars[t]; v != nil && v.Sort() == s && (v.Signed == signed || !s.Elem().IsBV()) {
			return r.machine(v.Sym)
		}
	case logic.OpStore:
		a, i, e := r.array(t.Arg(0), s, signed), r.index(t.Arg(1), s.Index()), r.stored(t.Arg(2), s.Elem(), signed)
		if a != nil && i != nil && e != nil {
			return f.Store(a, i, e)
		}
	case logic.OpIte:
		c, a, b := r.formula(t.Arg(0)), r.array(t.Arg(1), s, signed), r.array(t.Arg(2), s, signed)
		if c != nil && a != nil && b != nil {
			return f.Ite(c, a, b)
		}
	case logic.OpConstArray:
		if e := r.stored(t.Arg(0), s.Elem(), signed); e != nil {
			return f.ConstArray(s, e)
		}
	}
	return nil
}

// stored translates a value stored in an array.
func (r *reader) stored(t *logic.Term, s *logic.Sort, signed bool) *logic.Term {
	switch {
	case s.IsBV():
		return r.within(r.number(t), s.Width(), signed)
	case s.IsBool():
		return r.formula(t)
	}
	return r.other(t)
}
