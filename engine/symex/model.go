package symex

import (
	"slices"

	"cupel/core/logic"
	"cupel/core/smt"
)

// assignment is a model of a path condition: values of its symbols, zero for symbols without one.
type assignment struct {
	f     *logic.Factory
	vals  map[*logic.Term]*logic.Term
	outer *assignment // extended by vals; nil if there is none
	depth int
	eval  *logic.Evaluator
}

func newAssignment(f *logic.Factory, vals map[*logic.Term]*logic.Term) *assignment {
	a := &assignment{f: f, vals: vals}
	a.eval = f.NewEvaluator(a.symbol)
	return a
}

// assignmentOf reads the values of the free symbols of ts from a model; nil if one is missing.
func assignmentOf(f *logic.Factory, m smt.Model, ts []*logic.Term) *assignment {
	vals := map[*logic.Term]*logic.Term{}
	for _, s := range logic.FreeVars(ts...) {
		v := m.Value(s)
		if v == nil || !v.IsGround() {
			return nil
		}
		vals[s] = v
	}
	return newAssignment(f, vals)
}

// symbol is the environment of the evaluator. Operations that SMT-LIB leaves unspecified have no value.
func (a *assignment) symbol(v *logic.Term) *logic.Term {
	if !v.IsVar() {
		return nil
	}
	for b := a; b != nil; b = b.outer {
		if x, ok := b.vals[v]; ok {
			return x
		}
	}
	return a.f.Zero(v.Sort())
}

// value returns the value of t; nil if the assignment does not determine it (division by zero, unspecified
// conversions).
func (a *assignment) value(t *logic.Term) *logic.Term {
	if t.IsConst() {
		return t
	}
	v, err := a.eval.Eval(t)
	if err != nil {
		return nil
	}
	return v
}

// holds reports whether the Bool term t evaluates to true.
func (a *assignment) holds(t *logic.Term) bool {
	b, err := a.eval.Bool(t)
	return err == nil && b
}

// extend returns a extended by values of further symbols, absent in a.
func (a *assignment) extend(vals map[*logic.Term]*logic.Term) *assignment {
	if a.depth >= maxChain {
		all := map[*logic.Term]*logic.Term{}
		for b := a; b != nil; b = b.outer {
			for k, v := range b.vals {
				if _, ok := all[k]; !ok {
					all[k] = v
				}
			}
		}
		a = newAssignment(a.f, all)
	}
	b := newAssignment(a.f, vals)
	b.outer, b.depth = a, a.depth+1
	return b
}

// plain returns a model of the path condition with zero for each of the symbols whose value does not matter: people read it. It
// stops at a bound of evaluation steps.
func (a *assignment) plain(pc []*logic.Term, symbols []*logic.Term) *assignment {
	vals := map[*logic.Term]*logic.Term{}
	for b := a; b != nil; b = b.outer {
		for k, v := range b.vals {
			if _, ok := vals[k]; !ok {
				vals[k] = v
			}
		}
	}
	uses := map[*logic.Term][]*logic.Term{}
	for _, c := range pc {
		for _, v := range logic.FreeVars(c) {
			uses[v] = append(uses[v], c)
		}
	}
	steps := 0
	for _, v := range symbols {
		old, zero := vals[v], a.f.Zero(v.Sort())
		if old == nil || old == zero || v.Sort().IsArray() {
			continue
		}
		vals[v] = zero
		b := newAssignment(a.f, vals)
		if slices.ContainsFunc(uses[v], func(c *logic.Term) bool { return !b.holds(c) }) {
			vals[v] = old
		}
		if steps += b.eval.Steps(); steps > maxPlain {
			break
		}
	}
	return newAssignment(a.f, vals)
}
