package symex

import (
	"cupel/logic"
	"cupel/smt"
)

// assignment is a model of a path condition: values of the symbols that occur
// in it. Symbols without a value are completed with zero.
type assignment struct {
	f    *logic.Factory
	vals map[*logic.Term]*logic.Term
	memo map[*logic.Term]*logic.Term
}

func newAssignment(f *logic.Factory) *assignment {
	return &assignment{f: f, vals: map[*logic.Term]*logic.Term{}, memo: map[*logic.Term]*logic.Term{}}
}

// assignmentOf reads the values of the free symbols of ts from a model; nil when
// one of them has none.
func assignmentOf(f *logic.Factory, m smt.Model, ts []*logic.Term) *assignment {
	a := newAssignment(f)
	for _, s := range logic.FreeVars(ts...) {
		v := m.Value(s)
		if v == nil || !v.IsGround() {
			return nil
		}
		a.vals[s] = v
	}
	return a
}

// value returns t's value, or nil when it cannot be computed (division by
// zero, floating-point operations the builders do not fold).
func (a *assignment) value(t *logic.Term) *logic.Term {
	if t.IsGround() {
		return t
	}
	if v, ok := a.memo[t]; ok {
		return v
	}
	s := a.f.NewSubst(func(v *logic.Term) *logic.Term {
		x, ok := a.vals[v]
		if !ok {
			x = a.f.Zero(v.Sort())
			a.vals[v] = x
		}
		return x
	})
	v := s.Apply(t)
	if !v.IsGround() {
		v = nil
	}
	a.memo[t] = v
	return v
}

// holds reports whether the Bool term t is certainly true under a.
func (a *assignment) holds(t *logic.Term) bool {
	v := a.value(t)
	return v != nil && v.IsTrue()
}

// extend returns a copy of a with further values.
func (a *assignment) extend(vals map[*logic.Term]*logic.Term) *assignment {
	b := newAssignment(a.f)
	for k, v := range a.vals {
		b.vals[k] = v
	}
	for k, v := range vals {
		b.vals[k] = v
	}
	return b
}
