package interval

import (
	"math/big"
	"slices"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/internal/sabotage"
)

// Domain implements absint.Domain over one program's variables.
type Domain struct {
	index      *index
	thresholds []*big.Int // ascending
}

// NewDomain returns the domain for p. Widening has p's constants as thresholds
// and the bounds of the machine integers with the given widths.
func NewDomain(p *program.Program, widths ...int) *Domain {
	return &Domain{index: newIndex(p), thresholds: thresholds(p, widths)}
}

// Initial returns the state in which all variables are arbitrary.
func (d *Domain) Initial() *State { return d.index.top }

// Post executes the operations of an edge.
func (d *Domain) Post(s *State, e *program.Edge) (*State, bool) {
	s = steps(s, e.Ops)
	return s, s != nil
}

// Join returns the variable-wise union.
func (d *Domain) Join(s, t *State) *State {
	if sabotage.Active(sabotage.IntervalJoin) {
		return s
	}
	return JoinStates(s, t)
}

// Leq compares variable by variable.
func (d *Domain) Leq(s, t *State) bool { return leq(s, t) || sabotage.Active(sabotage.IntervalLeq) }

// Widen moves unstable bounds to the next threshold, and later to the type's.
func (d *Domain) Widen(s, t *State, n int) *State {
	if sabotage.Active(sabotage.IntervalWiden) {
		return s
	}
	return combine(s, t, func(i int, a, b Interval) Interval {
		j := a.Join(b)
		if !sameBound(j.lo, a.lo) {
			j.lo = d.below(j.lo, d.index.types[i].lo, n)
		}
		if !sameBound(j.hi, a.hi) {
			j.hi = d.above(j.hi, d.index.types[i].hi, n)
		}
		return j
	})
}

// below returns a threshold that is at most b, or the limit.
func (d *Domain) below(b, limit *big.Int, n int) *big.Int {
	if n >= maxThresholdSteps || b == nil {
		return limit
	}
	i, found := slices.BinarySearchFunc(d.thresholds, b, (*big.Int).Cmp)
	if !found {
		i--
	}
	if i < 0 || limit != nil && d.thresholds[i].Cmp(limit) < 0 {
		return limit
	}
	return d.thresholds[i]
}

// above returns a threshold that is at least b, or the limit.
func (d *Domain) above(b, limit *big.Int, n int) *big.Int {
	if n >= maxThresholdSteps || b == nil {
		return limit
	}
	i, _ := slices.BinarySearchFunc(d.thresholds, b, (*big.Int).Cmp)
	if i == len(d.thresholds) || limit != nil && d.thresholds[i].Cmp(limit) > 0 {
		return limit
	}
	return d.thresholds[i]
}

// Step executes one operation in s; nil when no state is left.
func (d *Domain) Step(s *State, op *program.Op) *State { return step(s, op) }

// Assume returns the states of s in which the Boolean term t has the truth
// value want; nil when there are none.
func (s *State) Assume(t *logic.Term, want bool) *State { return assume(s, t, want) }

// Meet returns the states of s whose value of v is in i; nil when there are none.
func (s *State) Meet(v *program.Var, i Interval) *State {
	n, ok := s.index.of[v]
	if !ok {
		return s
	}
	if i = s.get(n).Meet(i); i.IsEmpty() {
		return nil
	}
	if s.get(n).Equal(i) {
		return s
	}
	return s.with(n, i)
}

// Integer bounds the value of an Int term in the states of s.
func (s *State) Integer(t *logic.Term) Interval { return newEval(s).integer(t) }

// Unsigned bounds the value of a bit-vector term, read as an unsigned number.
func (s *State) Unsigned(t *logic.Term) Interval { return newEval(s).view(t, false) }

// Truth returns the truth value of a Boolean term when it is the same in all
// states of s.
func (s *State) Truth(t *logic.Term) (value, known bool) {
	r := newEval(s).truth(t)
	return r == yes, r != maybe
}

// Assign returns s with v's values replaced by i, as far as v's type allows.
func (s *State) Assign(v *program.Var, i Interval) *State { return s.assign(v, i) }
