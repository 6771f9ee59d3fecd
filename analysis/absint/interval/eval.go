package interval

import (
	"math/big"

	"cupel/core/logic"
)

// evalKey identifies the evaluation of a term in a view.
type evalKey struct {
	t      *logic.Term
	signed bool
}

// eval evaluates terms in one state.
type eval struct {
	s      *State
	raws   map[evalKey]Interval
	truths map[*logic.Term]truth
}

func newEval(s *State) *eval { return &eval{s: s, raws: map[evalKey]Interval{}} }

// view bounds the value of a bit-vector term as a signed or unsigned number.
func (e *eval) view(t *logic.Term, signed bool) Interval {
	return e.raw(t, signed).Wrap(t.Sort().Width(), signed)
}

// of bounds the value of a term assigned to a variable with the signedness:
// a bit-vector in the view, the elements of an array, an Int, a truth value.
func (e *eval) of(t *logic.Term, signed bool) Interval {
	switch s := t.Sort(); {
	case s.IsBV():
		return e.view(t, signed)
	case s.IsArray():
		return e.elements(t, signed)
	case s.IsInt():
		return e.integer(t)
	case s.IsBool():
		return e.truth(t).interval()
	}
	return Top
}

// raw bounds a number that is congruent to a bit-vector term modulo 2^width; see the package comment. signed is the view that the consumer prefers.
func (e *eval) raw(t *logic.Term, signed bool) Interval {
	if t.IsConst() {
		if signed {
			return Single(t.BVSigned())
		}
		return Single(t.BVBig())
	}
	if t.IsVar() {
		if i := e.s.index.number(t); i >= 0 {
			return e.s.get(i)
		}
		return TypeRange(t.Sort().Width(), signed)
	}
	k := evalKey{t, signed}
	if r, ok := e.raws[k]; ok {
		return r
	}
	r := e.rawUncached(t, signed)
	if r.IsEmpty() {
		r = TypeRange(t.Sort().Width(), signed)
	}
	e.raws[k] = r
	return r
}

func (e *eval) rawUncached(t *logic.Term, signed bool) Interval {
	w := t.Sort().Width()
	all := TypeRange(w, signed)
	nsw := func(r Interval) Interval { return r.Meet(TypeRange(w, true)) }
	sum := func(i int) Interval { return e.raw(t.Arg(i), signed || t.Arg(i).IsConst()) }
	in := func(i int, signed bool) Interval { return e.view(t.Arg(i), signed) }
	switch t.Op() {
	case logic.OpIte:
		switch e.truth(t.Arg(0)) {
		case yes:
			return e.raw(t.Arg(1), signed)
		case no:
			return e.raw(t.Arg(2), signed)
		}
		if r := e.raw(t.Arg(1), signed).Join(e.raw(t.Arg(2), signed)); r.In(all) {
			return r
		}
		return in(1, signed).Join(in(2, signed))
	case logic.OpSelect:
		return e.element(t, signed)
	case logic.OpBVAdd:
		return sum(0).Add(sum(1))
	case logic.OpBVSub:
		return sum(0).Sub(sum(1))
	case logic.OpBVNeg:
		return sum(0).Neg()
	case logic.OpBVNot:
		return sum(0).Neg().AddConst(minusOne)
	case logic.OpBVMul:
		return sum(0).Mul(sum(1))
	case logic.OpBVAddNSW:
		return nsw(in(0, true).Add(in(1, true)))
	case logic.OpBVSubNSW:
		return nsw(in(0, true).Sub(in(1, true)))
	case logic.OpBVNegNSW:
		return nsw(in(0, true).Neg())
	case logic.OpBVMulNSW:
		return nsw(in(0, true).Mul(in(1, true)))
	case logic.OpBVUDiv:
		return in(1, false).OverNonZero(in(0, false).EuclidDiv)
	case logic.OpBVURem:
		return in(1, false).OverNonZero(in(0, false).EuclidMod)
	case logic.OpBVSDiv:
		return in(1, true).OverNonZero(in(0, true).TruncDiv)
	case logic.OpBVSRem:
		return in(1, true).OverNonZero(in(0, true).TruncRem)
	case logic.OpBVShl, logic.OpBVLShr, logic.OpBVAShr:
		return e.shift(t, signed)
	case logic.OpBVAnd, logic.OpBVOr, logic.OpBVXor:
		return e.bitwise(t)
	case logic.OpZeroExt:
		return in(0, false)
	case logic.OpSignExt:
		return in(0, true)
	case logic.OpExtract:
		return e.raw(t.Arg(0), signed).FloorDiv(Pow2(t.Lo()))
	case logic.OpConcat:
		return e.raw(t.Arg(0), signed).Scale(Pow2(t.Arg(1).Sort().Width())).Add(in(1, false))
	case logic.OpInt2BV:
		return e.integer(t.Arg(0))
	}
	return all
}

// shift evaluates shifts; those beyond the width shift everything out.
func (e *eval) shift(t *logic.Term, signed bool) Interval {
	w := t.Sort().Width()
	n := e.view(t.Arg(1), false)
	width := big.NewInt(int64(w))
	n = Of(least(n.lo, width), least(n.hi, width))
	lo, hi := int(n.lo.Int64()), int(n.hi.Int64())
	if t.Op() == logic.OpBVShl {
		if hi == w {
			if lo == w {
				return Single(zero)
			}
			return TypeRange(w, signed)
		}
		a := e.raw(t.Arg(0), signed)
		return a.Mul(Of(Pow2(lo), Pow2(hi)))
	}
	a := e.view(t.Arg(0), t.Op() == logic.OpBVAShr)
	return a.FloorDiv(Pow2(lo)).Join(a.FloorDiv(Pow2(hi)))
}

func least(a, b *big.Int) *big.Int {
	if b.Cmp(a) < 0 {
		return b
	}
	return a
}

// bitwise evaluates and, or, exclusive or. Their results have the bits their
// operands have, and the sign that the operands' signs make.
func (e *eval) bitwise(t *logic.Term) Interval {
	w := t.Sort().Width()
	all := TypeRange(w, true)
	a, b := e.view(t.Arg(0), true), e.view(t.Arg(1), true)
	bits := max(significant(a), significant(b)) // of both, without the sign
	ones := new(big.Int).Sub(Pow2(bits), one)
	bottom := new(big.Int).Neg(Pow2(bits))
	nonNeg := Interval{lo: zero}
	neg := Interval{hi: minusOne}
	aPos, bPos := a.In(nonNeg), b.In(nonNeg)
	aNeg, bNeg := a.In(neg), b.In(neg)
	switch t.Op() {
	case logic.OpBVAnd:
		switch {
		case aPos && bPos:
			return Of(zero, least(a.hi, b.hi))
		case aPos:
			return Of(zero, a.hi)
		case bPos:
			return Of(zero, b.hi)
		case aNeg && bNeg:
			return Of(bottom, least(a.hi, b.hi))
		}
		// Never above the greater one of operands that may be non-negative.
		return Of(bottom, upper(a.hi, b.hi)).Meet(all)
	case logic.OpBVOr:
		switch {
		case aPos && bPos:
			return Of(upper(a.lo, b.lo), ones)
		case aNeg && bNeg:
			return Of(upper(a.lo, b.lo), minusOne)
		case aNeg:
			return Of(a.lo, minusOne)
		case bNeg:
			return Of(b.lo, minusOne)
		}
		return Of(lower(a.lo, b.lo), ones).Meet(all)
	}
	switch {
	case aPos && bPos || aNeg && bNeg:
		return Of(zero, ones)
	case aPos && bNeg || aNeg && bPos:
		return Of(bottom, minusOne)
	}
	return Of(bottom, ones)
}

// significant returns the least k such that -2^k <= x < 2^k for all elements of
// a finite interval.
func significant(i Interval) int {
	k := 0
	for _, b := range []*big.Int{i.lo, i.hi} {
		n := b.BitLen()
		if b.Sign() < 0 {
			n = new(big.Int).Not(b).BitLen()
		}
		k = max(k, n)
	}
	return k
}

// element bounds the selection of a bit-vector element.
func (e *eval) element(t *logic.Term, signed bool) Interval {
	a := t.Arg(0)
	v, known := e.root(a)
	if !known {
		return TypeRange(t.Sort().Width(), signed)
	}
	if v >= 0 {
		signed = e.s.index.vars[v].Signed
	}
	return e.elements(a, signed)
}

// root returns the number of a variable at the bottom of an array term, or -1
// for a constant array. Arrays of different signedness have no common view.
func (e *eval) root(t *logic.Term) (v int, ok bool) {
	switch t.Op() {
	case logic.OpVar:
		v = e.s.index.number(t)
		return v, v >= 0
	case logic.OpStore:
		return e.root(t.Arg(0))
	case logic.OpConstArray:
		return -1, true
	case logic.OpIte:
		a, ok := e.root(t.Arg(1))
		if !ok {
			return 0, false
		}
		b, ok := e.root(t.Arg(2))
		if !ok {
			return 0, false
		}
		if a < 0 {
			return b, true
		}
		if b >= 0 && e.s.index.vars[a].Signed != e.s.index.vars[b].Signed {
			return 0, false
		}
		return a, true
	}
	return 0, false
}

// elements bounds the elements of an array, for bit-vectors in the given view.
func (e *eval) elements(t *logic.Term, signed bool) Interval {
	elem := t.Sort().Elem()
	all := Top
	switch {
	case elem.IsBV():
		all = TypeRange(elem.Width(), signed)
	case elem.IsBool():
		all = Bit
	case !elem.IsInt():
		return Top
	}
	switch t.Op() {
	case logic.OpVar:
		i := e.s.index.number(t)
		if i < 0 || elem.IsBV() && e.s.index.vars[i].Signed != signed {
			return all
		}
		return e.s.get(i)
	case logic.OpStore:
		return e.elements(t.Arg(0), signed).Join(e.of(t.Arg(2), signed))
	case logic.OpIte:
		switch e.truth(t.Arg(0)) {
		case yes:
			return e.elements(t.Arg(1), signed)
		case no:
			return e.elements(t.Arg(2), signed)
		}
		return e.elements(t.Arg(1), signed).Join(e.elements(t.Arg(2), signed))
	case logic.OpConstArray:
		return e.of(t.Arg(0), signed)
	}
	return all
}

// integer bounds an Int term.
func (e *eval) integer(t *logic.Term) Interval {
	switch t.Op() {
	case logic.OpConst:
		return Single(t.Rational().Num())
	case logic.OpVar:
		if i := e.s.index.number(t); i >= 0 {
			return e.s.get(i)
		}
		return Top
	}
	k := evalKey{t: t}
	if r, ok := e.raws[k]; ok {
		return r
	}
	r := e.integerUncached(t)
	if r.IsEmpty() {
		r = Top
	}
	e.raws[k] = r
	return r
}

func (e *eval) integerUncached(t *logic.Term) Interval {
	switch t.Op() {
	case logic.OpAdd:
		r := Single(zero)
		for _, a := range t.Args() {
			r = r.Add(e.integer(a))
		}
		return r
	case logic.OpMul:
		if t.NumArgs() == 2 && t.Arg(0) == t.Arg(1) {
			return square(e.integer(t.Arg(0)))
		}
		r := Single(one)
		for _, a := range t.Args() {
			r = r.Mul(e.integer(a))
		}
		return r
	case logic.OpDiv:
		return e.integer(t.Arg(0)).EuclidDiv(e.integer(t.Arg(1)))
	case logic.OpMod:
		return e.integer(t.Arg(0)).EuclidMod(e.integer(t.Arg(1)))
	case logic.OpIte:
		switch e.truth(t.Arg(0)) {
		case yes:
			return e.integer(t.Arg(1))
		case no:
			return e.integer(t.Arg(2))
		}
		return e.integer(t.Arg(1)).Join(e.integer(t.Arg(2)))
	case logic.OpBV2Nat:
		return e.view(t.Arg(0), false)
	case logic.OpSelect:
		return e.elements(t.Arg(0), false)
	}
	return Top
}

// square bounds x*x, which is never negative.
func square(x Interval) Interval { return x.Mul(x).Meet(Interval{lo: zero}) }
