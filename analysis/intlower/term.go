package intlower

import (
	"cupel/analysis/absint/interval"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/internal/sabotage"
)

// read is an array element whose value a term depends on.
type read struct {
	value *logic.Term // Int
	array *program.Var
}

// rawKey identifies a translation: of a bit-vector term for a consumer that prefers the view, or of an array term with elements in the view.
type rawKey struct {
	t      *logic.Term
	signed bool
}

// translator translates the terms of one operation at a time. The first failure is kept in err; results after it are meaningless.
type translator struct {
	f     *logic.Factory
	vars  map[*logic.Term]*program.Var // lowered variable of an original symbol
	mixed bool
	// signedIndex: array indices are read as signed numbers.
	signedIndex bool
	stats       *Stats

	pos   program.Pos
	rng   func(*program.Var) interval.Interval // of an original variable in its own view
	raws  map[rawKey]value
	views map[rawKey]value
	other map[rawKey]*logic.Term
	reads []read
	err   error
}

func newTranslator(f *logic.Factory, vars map[*logic.Term]*program.Var, mixed bool, st *Stats) *translator {
	return &translator{
		f: f, vars: vars, mixed: mixed, stats: st,
		raws: map[rawKey]value{}, views: map[rawKey]value{}, other: map[rawKey]*logic.Term{},
	}
}

// reset prepares for the next operation, in a state described by rng.
func (x *translator) reset(pos program.Pos, rng func(*program.Var) interval.Interval) {
	x.pos, x.rng, x.err = pos, rng, nil
	x.reads = nil
	clear(x.raws)
	clear(x.views)
	clear(x.other)
}

func (x *translator) fail(op, detail string) value {
	if x.err == nil {
		x.err = &NotExpressibleError{Pos: x.pos, Op: op, Detail: detail}
	}
	return x.num(interval.Pow2(0))
}

// assigned translates a term assigned to a variable with the given signedness.
func (x *translator) assigned(t *logic.Term, signed bool) *logic.Term {
	switch {
	case t.Sort().IsBV():
		return x.view(t, signed).t
	case t.Sort().IsArray():
		return x.array(t, signed)
	}
	return x.boolean(t)
}

// view translates a bit-vector term to the number it denotes in the view.
func (x *translator) view(t *logic.Term, signed bool) value {
	k := rawKey{t, signed}
	if v, ok := x.views[k]; ok {
		return v
	}
	signed = signed || sabotage.Active(sabotage.LowerView)
	v := x.wrap(x.raw(t, signed), t.Sort().Width(), signed)
	x.views[k] = v
	return v
}

// boolean translates a term of any sort but bit-vectors and arrays. Operators over other sorts are kept.
func (x *translator) boolean(t *logic.Term) *logic.Term {
	if t.IsConst() {
		return t
	}
	if r, ok := x.other[rawKey{t: t}]; ok {
		return r
	}
	r := x.booleanUncached(t)
	x.other[rawKey{t: t}] = r
	return r
}

func (x *translator) booleanUncached(t *logic.Term) *logic.Term {
	switch t.Op() {
	case logic.OpVar:
		if v := x.vars[t]; v != nil {
			return v.Sym
		}
		return t
	case logic.OpULe, logic.OpULt, logic.OpSLe, logic.OpSLt:
		signed := t.Op() == logic.OpSLe || t.Op() == logic.OpSLt
		strict := t.Op() == logic.OpULt || t.Op() == logic.OpSLt
		return x.compare(t.Arg(0), t.Arg(1), signed, strict)
	case logic.OpSAddOK, logic.OpSSubOK, logic.OpSMulOK:
		return x.representable(t)
	case logic.OpBV2Nat:
		return x.view(t.Arg(0), false).t
	case logic.OpSelect:
		if t.Arg(0).Sort().Elem().IsBV() {
			break
		}
		return x.f.Select(x.array(t.Arg(0), false), x.index(t.Arg(1)))
	case logic.OpEq:
		switch {
		case t.Arg(0).Sort().IsBV():
			return x.equal(t.Arg(0), t.Arg(1))
		case t.Arg(0).Sort().IsArray():
			x.fail("array equality", "")
			return t
		}
	case logic.OpForall, logic.OpExists:
		x.fail("a quantifier", "")
		return t
	}
	args := make([]*logic.Term, t.NumArgs())
	changed := false
	for i, a := range t.Args() {
		args[i] = x.operand(t, a)
		changed = changed || args[i] != a
	}
	if !changed || x.err != nil {
		return t
	}
	return x.f.Rebuild(t, args)
}

// operand translates an argument of an operator that is kept.
func (x *translator) operand(t, a *logic.Term) *logic.Term {
	switch {
	case a.Sort().IsArray():
		x.fail(opName(t.Op()), "arrays as operands")
		return a
	case a.Sort().IsBV():
		return x.toBits(t, a)
	}
	return x.boolean(a)
}

// toBits translates a bit-vector term to a bit-vector term over Int variables.
func (x *translator) toBits(t, a *logic.Term) *logic.Term {
	if a.IsConst() {
		return a
	}
	if !x.mixed {
		x.fail(opName(t.Op()), "")
		return a
	}
	x.stats.Mixed++
	return x.f.Int2BV(a.Sort().Width(), x.raw(a, true).t)
}

// keep translates a bit-vector operation by computing it on bit-vectors.
func (x *translator) keep(t *logic.Term, detail string) value {
	if !x.mixed {
		return x.fail(opName(t.Op()), detail)
	}
	args := make([]*logic.Term, t.NumArgs())
	for i, a := range t.Args() {
		args[i] = x.operand(t, a)
	}
	if x.err != nil {
		return x.num(interval.Pow2(0))
	}
	x.stats.Mixed++
	return value{x.f.BV2Nat(x.f.Rebuild(t, args)), interval.TypeRange(t.Sort().Width(), false)}
}

// array translates an array term whose elements are in the given view.
func (x *translator) array(t *logic.Term, signed bool) *logic.Term {
	k := rawKey{t, signed}
	if r, ok := x.other[k]; ok {
		return r
	}
	r := t
	switch t.Op() {
	case logic.OpVar:
		if v := x.vars[t]; v != nil {
			if v.Signed != signed && t.Sort().Elem().IsBV() {
				x.fail("an array copy", "elements of different signedness")
			}
			r = v.Sym
		} else {
			x.fail("an unknown array", "")
		}
	case logic.OpStore:
		r = x.f.Store(x.array(t.Arg(0), signed), x.index(t.Arg(1)), x.assigned(t.Arg(2), signed))
	case logic.OpIte:
		r = x.f.Ite(x.boolean(t.Arg(0)), x.array(t.Arg(1), signed), x.array(t.Arg(2), signed))
	case logic.OpConstArray:
		r = x.f.ConstArray(lowerSort(t.Sort()), x.assigned(t.Arg(0), signed))
	default:
		x.fail(opName(t.Op()), "arrays")
	}
	x.other[k] = r
	return r
}

// index translates an array index. All indices of a program are in one view,
// so that equal indices are equal numbers.
func (x *translator) index(t *logic.Term) *logic.Term {
	if !t.Sort().IsBV() {
		return x.boolean(t)
	}
	return x.view(t, x.signedIndex).t
}

// rootOf returns the variable an array term takes its unwritten elements from,
// or nil when that is a constant array.
func (x *translator) rootOf(t *logic.Term) *program.Var {
	for {
		switch t.Op() {
		case logic.OpStore:
			t = t.Arg(0)
		case logic.OpIte:
			if v := x.rootOf(t.Arg(1)); v != nil {
				return v
			}
			t = t.Arg(2)
		default:
			return x.vars[t]
		}
	}
}

// element translates the selection of a bit-vector element.
func (x *translator) element(t *logic.Term, signed bool) value {
	a, i := t.Arg(0), x.index(t.Arg(1))
	w := t.Sort().Width()
	root := x.rootOf(a)
	if root == nil {
		s := x.f.Select(x.array(a, signed), i)
		return x.val(s, interval.TypeRange(w, signed))
	}
	s := x.f.Select(x.array(a, root.Signed), i)
	r := interval.VarRange(root)
	if x.err == nil {
		r = x.elements(a, root.Signed)
	}
	if s.Op() == logic.OpSelect {
		x.reads = append(x.reads, read{s, root.Origin})
	}
	if s.IsConst() {
		r = interval.Single(s.Rational().Num())
	}
	return x.val(s, r)
}

// elements bounds the elements of an array term.
func (x *translator) elements(t *logic.Term, signed bool) interval.Interval {
	switch t.Op() {
	case logic.OpVar:
		return x.rng(x.vars[t].Origin)
	case logic.OpStore:
		return x.elements(t.Arg(0), signed).Join(x.view(t.Arg(2), signed).r)
	case logic.OpIte:
		return x.elements(t.Arg(1), signed).Join(x.elements(t.Arg(2), signed))
	}
	return x.view(t.Arg(0), signed).r
}
