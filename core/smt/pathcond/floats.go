package pathcond

import (
	"cupel/core/logic"
)

// Floats is an abstract value of a float sort: a NaN, if nan, or a number between two bounds, either of which may be infinite. Arithmetic and rounding are
// monotone in each operand, so that bounds of results are computed from bounds of operands by constant folding.
type floats struct {
	lo, hi *logic.Term
	nan    bool
}

// A refuter refutes conjuncts over floats by interval reasoning: solvers take seconds for consequences of input bounds and of clamped values.
type refuter struct {
	f     *logic.Factory
	facts map[*logic.Term]floats // of terms that conjuncts compare with constants
	memo  map[*logic.Term]floats
	steps int
	empty bool // a term has no value
}

// refuted reports whether the conjuncts certainly contradict each other.
func (d *Decider) refuted(all []*conjunct) bool {
	if !floating(all) {
		return false
	}
	r := &refuter{f: d.f, facts: map[*logic.Term]floats{}, memo: map[*logic.Term]floats{}}
	defer func() { d.evaluated(r.steps) }()
	for _, c := range all {
		if !r.learn(r.facts, c.term, true) {
			return true
		}
	}
	for _, c := range all {
		if r.truth(c.term) < 0 || r.empty {
			return true
		}
	}
	return false
}

// floating reports whether conjuncts mention inputs that are floats.
func floating(all []*conjunct) bool {
	for _, c := range all {
		for _, s := range c.symbols {
			if s.Sort().IsFloat() {
				return true
			}
		}
	}
	return false
}

func (r *refuter) any(s *logic.Sort) floats {
	one := r.f.FPConvert(logic.OpFPFromSBV, s, logic.RNE, r.f.BV(1, 8))
	inf := r.f.FP(logic.OpFPDiv, logic.RNE, one, r.f.Zero(s))
	return floats{r.f.FP(logic.OpFPNeg, logic.RNE, inf), inf, true}
}

func (r *refuter) is(op logic.Op, args ...*logic.Term) bool {
	return r.f.FP(op, logic.RNE, args...).IsTrue()
}

// meet intersects a and b; false: the result is empty.
func (r *refuter) meet(a, b floats) (floats, bool) {
	m := floats{a.lo, a.hi, a.nan && b.nan}
	if r.is(logic.OpFPLt, m.lo, b.lo) {
		m.lo = b.lo
	}
	if r.is(logic.OpFPLt, b.hi, m.hi) {
		m.hi = b.hi
	}
	return m, m.nan || r.is(logic.OpFPLe, m.lo, m.hi)
}

func (r *refuter) join(a, b floats) floats {
	j := floats{a.lo, a.hi, a.nan || b.nan}
	if r.is(logic.OpFPLt, b.lo, j.lo) {
		j.lo = b.lo
	}
	if r.is(logic.OpFPLt, j.hi, b.hi) {
		j.hi = b.hi
	}
	return j
}

// learn adds the consequences of a condition's truth value for the terms it compares with constants; false: one has no value left.
func (r *refuter) learn(facts map[*logic.Term]floats, t *logic.Term, holds bool) bool {
	r.steps++
	some := true
	add := func(u *logic.Term, is floats) {
		if old, ok := facts[u]; ok {
			is, some = r.meet(old, is)
		}
		facts[u] = is
	}
	switch op := t.Op(); op {
	case logic.OpNot:
		return r.learn(facts, t.Arg(0), !holds)
	case logic.OpAnd, logic.OpOr:
		if (op == logic.OpAnd) == holds {
			for _, a := range t.Args() {
				some = r.learn(facts, a, holds) && some
			}
		}
	case logic.OpFPLe, logic.OpFPLt:
		a, b := t.Arg(0), t.Arg(1)
		all := r.any(a.Sort())
		switch {
		case b.IsConst() && !a.IsConst() && !r.is(logic.OpFPIsNaN, b):
			if holds {
				add(a, floats{all.lo, b, false})
			} else {
				add(a, floats{b, all.hi, true})
			}
		case a.IsConst() && !b.IsConst() && !r.is(logic.OpFPIsNaN, a):
			if holds {
				add(b, floats{a, all.hi, false})
			} else {
				add(b, floats{all.lo, a, true})
			}
		}
	}
	return some
}

// value returns the possible values of a term.
func (r *refuter) value(t *logic.Term) floats {
	if is, ok := r.memo[t]; ok {
		return is
	}
	is := r.any(t.Sort())
	if r.steps++; r.steps < maxRefuted {
		is = r.apply(t, is)
	}
	if fact, ok := r.facts[t]; ok {
		m, some := r.meet(is, fact)
		r.empty = r.empty || !some
		is = m
	}
	r.memo[t] = is
	return is
}

// apply computes bounds from those of the operands; top is returned where there are none.
func (r *refuter) apply(t *logic.Term, top floats) floats {
	f := r.f
	switch op := t.Op(); op {
	case logic.OpConst:
		if r.is(logic.OpFPIsNaN, t) {
			return top
		}
		return floats{t, t, false}
	case logic.OpIte:
		if is, some := r.choose(t, nil); some {
			return is
		}
	case logic.OpFPNeg:
		a := r.value(t.Arg(0))
		return floats{f.FP(op, logic.RNE, a.hi), f.FP(op, logic.RNE, a.lo), a.nan}
	case logic.OpFPAdd, logic.OpFPSub, logic.OpFPMul, logic.OpFPDiv:
		a, b := r.value(t.Arg(0)), r.value(t.Arg(1))
		if !r.finite(a) || !r.finite(b) {
			return top
		}
		if zero := f.Zero(t.Sort()); op == logic.OpFPDiv && r.is(logic.OpFPLe, b.lo, zero) && r.is(logic.OpFPLe, zero, b.hi) {
			return top
		}
		var is floats
		for _, x := range []*logic.Term{a.lo, a.hi} {
			for _, y := range []*logic.Term{b.lo, b.hi} {
				c := f.FP(op, t.Rounding(), x, y)
				switch {
				case !c.IsConst() || r.is(logic.OpFPIsNaN, c):
					return top
				case is.lo == nil:
					is = floats{c, c, false}
				default:
					is = r.join(is, floats{c, c, false})
				}
			}
		}
		return is
	}
	return top
}

func (r *refuter) finite(a floats) bool {
	return !a.nan && !r.is(logic.OpFPIsInf, a.lo) && !r.is(logic.OpFPIsInf, a.hi)
}

// A side is a condition with the truth value under which a branch of a conditional is taken.
type side struct {
	cond  *logic.Term
	holds bool
}

// choose returns the possible values of a conditional term under the sides: each branch is restricted by its condition. false: none.
func (r *refuter) choose(t *logic.Term, sides []side) (is floats, some bool) {
	if r.steps++; r.steps >= maxRefuted {
		return r.any(t.Sort()), true
	}
	if t.Op() != logic.OpIte {
		is, some = r.value(t), true
		facts := map[*logic.Term]floats{}
		for _, s := range sides {
			some = r.learn(facts, s.cond, s.holds) && some
		}
		if fact, ok := facts[t]; ok && some {
			return r.meet(is, fact)
		}
		return is, some
	}
	sides = sides[:len(sides):len(sides)]
	truth := r.truth(t.Arg(0))
	for i, holds := range []bool{true, false} {
		if holds && truth < 0 || !holds && truth > 0 {
			continue
		}
		b, ok := r.choose(t.Arg(1+i), append(sides, side{t.Arg(0), holds}))
		switch {
		case ok && some:
			is = r.join(is, b)
		case ok:
			is, some = b, true
		}
	}
	return is, some
}

// truth is 1 where a condition certainly holds, -1 where it certainly does not.
func (r *refuter) truth(t *logic.Term) int {
	if r.steps++; r.steps >= maxRefuted {
		return 0
	}
	switch op := t.Op(); op {
	case logic.OpConst:
		if t.IsTrue() {
			return 1
		}
		return -1
	case logic.OpNot:
		return -r.truth(t.Arg(0))
	case logic.OpAnd, logic.OpOr:
		sign := 1 // of the common sign of all arguments
		if op == logic.OpOr {
			sign = -1
		}
		all := sign
		for _, a := range t.Args() {
			switch r.truth(a) {
			case -sign:
				return -sign
			case 0:
				all = 0
			}
		}
		return all
	case logic.OpFPLe, logic.OpFPLt:
		a, b := r.value(t.Arg(0)), r.value(t.Arg(1))
		other := logic.OpFPLt
		if op == logic.OpFPLt {
			other = logic.OpFPLe
		}
		switch {
		case r.is(other, b.hi, a.lo): // or one is no number
			return -1
		case !a.nan && !b.nan && r.is(op, a.hi, b.lo):
			return 1
		}
	}
	return 0
}
