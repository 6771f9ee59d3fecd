package interval

import "cupel/core/logic"

// truth is a set of truth values.
type truth uint8

const (
	no truth = 1 << iota
	yes
	maybe = no | yes
)

func (t truth) interval() Interval {
	switch t {
	case no:
		return Single(zero)
	case yes:
		return Single(one)
	}
	return Bit
}

func (t truth) not() truth {
	switch t {
	case no:
		return yes
	case yes:
		return no
	}
	return maybe
}

func decided(b bool) truth {
	if b {
		return yes
	}
	return no
}

// truth evaluates a Boolean term; each composite subterm is evaluated once (cached).
func (e *eval) truth(t *logic.Term) truth {
	switch t.Op() {
	case logic.OpAnd, logic.OpOr, logic.OpIte, logic.OpEq:
	default:
		return e.truthUncached(t)
	}
	r, ok := e.truths[t]
	if !ok {
		r = e.truthUncached(t)
		if e.truths == nil {
			e.truths = map[*logic.Term]truth{}
		}
		e.truths[t] = r
	}
	return r
}

func (e *eval) truthUncached(t *logic.Term) truth {
	switch t.Op() {
	case logic.OpConst:
		return decided(t.IsTrue())
	case logic.OpVar:
		if i := e.s.index.number(t); i >= 0 {
			if v, ok := e.s.get(i).Value(); ok {
				return decided(v.Sign() != 0)
			}
		}
	case logic.OpNot:
		return e.truth(t.Arg(0)).not()
	case logic.OpAnd, logic.OpOr:
		stop := decided(t.Op() == logic.OpOr)
		r := stop.not()
		for _, a := range t.Args() {
			switch e.truth(a) {
			case stop:
				return stop
			case maybe:
				r = maybe
			}
		}
		return r
	case logic.OpIte:
		switch e.truth(t.Arg(0)) {
		case yes:
			return e.truth(t.Arg(1))
		case no:
			return e.truth(t.Arg(2))
		}
		if a := e.truth(t.Arg(1)); a == e.truth(t.Arg(2)) {
			return a
		}
	case logic.OpEq:
		return e.equal(t.Arg(0), t.Arg(1))
	case logic.OpULe, logic.OpULt, logic.OpSLe, logic.OpSLt:
		signed := t.Op() == logic.OpSLe || t.Op() == logic.OpSLt
		a, b := e.view(t.Arg(0), signed), e.view(t.Arg(1), signed)
		if t.Op() == logic.OpULe || t.Op() == logic.OpSLe {
			return atMost(a, b)
		}
		return atMost(b, a).not()
	case logic.OpLe:
		if t.Arg(0).Sort().IsInt() {
			return atMost(e.integer(t.Arg(0)), e.integer(t.Arg(1)))
		}
	case logic.OpSAddOK, logic.OpSSubOK, logic.OpSMulOK:
		r := e.exact(t)
		all := TypeRange(t.Arg(0).Sort().Width(), true)
		switch {
		case r.In(all):
			return yes
		case r.Meet(all).IsEmpty():
			return no
		}
	}
	return maybe
}

// exact bounds the mathematical result of the operation of an overflow condition.
func (e *eval) exact(t *logic.Term) Interval {
	a, b := e.view(t.Arg(0), true), e.view(t.Arg(1), true)
	switch t.Op() {
	case logic.OpSAddOK:
		return a.Add(b)
	case logic.OpSSubOK:
		return a.Sub(b)
	}
	return a.Mul(b)
}

// atMost evaluates x <= y for x in a and y in b.
func atMost(a, b Interval) truth {
	switch {
	case a.hi != nil && b.lo != nil && a.hi.Cmp(b.lo) <= 0:
		return yes
	case a.lo != nil && b.hi != nil && a.lo.Cmp(b.hi) > 0:
		return no
	}
	return maybe
}

func (e *eval) equal(x, y *logic.Term) truth {
	switch s := x.Sort(); {
	case s.IsBV():
		if r := same(e.view(x, true), e.view(y, true)); r != maybe {
			return r
		}
		return same(e.view(x, false), e.view(y, false))
	case s.IsInt():
		return same(e.integer(x), e.integer(y))
	case s.IsBool():
		return same(e.truth(x).interval(), e.truth(y).interval())
	}
	return maybe
}

// same evaluates x = y for x in a and y in b.
func same(a, b Interval) truth {
	v, single := a.Value()
	w, singles := b.Value()
	switch {
	case single && singles:
		return decided(v.Cmp(w) == 0)
	case a.Meet(b).IsEmpty():
		return no
	}
	return maybe
}
