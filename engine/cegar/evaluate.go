package cegar

import (
	"maps"

	"cupel/core/logic"
	"cupel/core/program"
)

// environment is a partial assignment of values to variables under construction.
type environment map[*program.Var]*logic.Term

func (e environment) clone() environment { return maps.Clone(e) }

// set assigns a value to v; nil makes it unknown.
func (e environment) set(v *program.Var, t *logic.Term) {
	if isValue(t) {
		e[v] = t
	} else {
		delete(e, v)
	}
}

// keep removes the values that differ in o: the join.
func (e environment) keep(o environment) {
	for v, t := range e {
		if o[v] != t {
			delete(e, v)
		}
	}
}

// outcome of an operation in an environment.
type outcome uint8

const (
	evaluated outcome = iota
	impossible
	unknown
)

// evaluator executes operations on environments.
type evaluator struct {
	p *program.Program
	f *logic.Factory
}

// eval substitutes known values in an expression and simplifies.
func (x *evaluator) eval(e environment, t *logic.Term) *logic.Term {
	if t.IsConst() || len(e) == 0 {
		return t
	}
	return x.f.NewSubst(func(sym *logic.Term) *logic.Term {
		if v := x.p.VarOf(sym); v != nil {
			return e[v]
		}
		return nil
	}).Apply(t)
}

// exact is sp': it applies an operation only if the result is known exactly; otherwise the environment is
// unchanged, except by a choice.
func (x *evaluator) exact(e environment, o *program.Op) outcome {
	switch o.Kind {
	case program.OpAssume:
		return x.assume(e, o.Expr)
	case program.OpAssign:
		t := x.eval(e, o.Expr)
		if !isValue(t) {
			return unknown
		}
		e[o.Var] = t
	case program.OpHavoc:
		delete(e, o.Var)
	case program.OpChoice:
		return x.exactChoice(e, o)
	}
	return evaluated
}

// exactChoice is exact if one alternative is possible, or all agree.
func (x *evaluator) exactChoice(e environment, o *program.Op) outcome {
	var only environment
	for _, alt := range o.Alts {
		next := e.clone()
		result := evaluated
		for i := range alt {
			if result = x.exact(next, &alt[i]); result != evaluated {
				break
			}
		}
		switch {
		case result == unknown:
			return unknown
		case result == impossible:
		case only == nil:
			only = next
		case !maps.Equal(only, next):
			return unknown
		}
	}
	if only == nil {
		return impossible
	}
	clear(e)
	maps.Copy(e, only)
	return evaluated
}

// assume evaluates a condition; an equation of a variable with a value binds the variable.
func (x *evaluator) assume(e environment, cond *logic.Term) outcome {
	c := x.eval(e, cond)
	if c.IsTrue() {
		return evaluated
	}
	if c.IsFalse() {
		return impossible
	}
	bound := environment{}
	result := evaluated
	for _, t := range logic.Conjuncts(c) {
		v, val := x.binding(t)
		switch {
		case v == nil:
			result = unknown
		case bound[v] != nil && bound[v] != val:
			if x.f.Eq(bound[v], val).IsFalse() {
				return impossible
			}
			result = unknown // arrays may be equal although their terms differ
		default:
			bound[v] = val
		}
	}
	if result == evaluated {
		maps.Copy(e, bound)
	}
	return result
}

// binding recognises the form v = literal.
func (x *evaluator) binding(t *logic.Term) (*program.Var, *logic.Term) {
	switch {
	case t.IsVar():
		return x.p.VarOf(t), x.f.True()
	case t.Op() == logic.OpNot && t.Arg(0).IsVar():
		return x.p.VarOf(t.Arg(0)), x.f.False()
	case t.Op() == logic.OpEq:
		for i := range 2 {
			if a, b := t.Arg(i), t.Arg(1-i); a.IsVar() && isValue(b) {
				return x.p.VarOf(a), b
			}
		}
	}
	return nil, nil
}

// run is sp for a sequence: what cannot be evaluated becomes unknown. It returns false if the operations cannot
// be executed.
func (x *evaluator) run(e environment, ops []program.Op) bool {
	for i := range ops {
		switch o := &ops[i]; o.Kind {
		case program.OpAssume:
			if !x.restrict(e, o.Expr) {
				return false
			}
		case program.OpAssign:
			e.set(o.Var, x.eval(e, o.Expr))
		case program.OpHavoc:
			delete(e, o.Var)
		case program.OpChoice:
			if !x.runChoice(e, o) {
				return false
			}
		}
	}
	return true
}

// restrict is sp for an assumption.
func (x *evaluator) restrict(e environment, cond *logic.Term) bool {
	c := x.eval(e, cond)
	if c.IsFalse() {
		return false
	}
	for _, t := range logic.Conjuncts(c) {
		if v, val := x.binding(t); v != nil {
			if e[v] != nil && e[v] != val && x.f.Eq(e[v], val).IsFalse() {
				return false
			}
			e[v] = val
		}
	}
	return true
}

// runChoice joins the results of all possible alternatives.
func (x *evaluator) runChoice(e environment, o *program.Op) bool {
	var joined environment
	for _, alt := range o.Alts {
		next := e.clone()
		if !x.run(next, alt) {
			continue
		}
		if joined == nil {
			joined = next
		} else {
			joined.keep(next)
		}
	}
	if joined == nil {
		return false
	}
	clear(e)
	maps.Copy(e, joined)
	return true
}
