package certify

import (
	"fmt"

	"cupel/logic"
	"cupel/program"
)

// encoder turns the operations of an edge into a formula.
type encoder struct {
	f     *logic.Factory
	p     *program.Program
	conds []*logic.Term
}

// state maps the variables that differ from their own symbols to terms.
type state map[*logic.Term]*logic.Term

// edge returns the condition under which e is executed from the state in which
// every variable has the value of its symbol, and the state behind it.
// What OpCheck demands is assumed: the executions are those that C defines.
func encodeEdge(p *program.Program, e *program.Edge) (*logic.Term, state) {
	x := &encoder{f: p.Terms, p: p}
	s := state{}
	x.ops(e.Ops, s)
	return x.f.And(x.conds...), s
}

func (x *encoder) value(s state, t *logic.Term) *logic.Term {
	if len(s) == 0 {
		return t
	}
	return x.f.Subst(t, s)
}

func (x *encoder) ops(ops []program.Op, s state) {
	for i := range ops {
		switch op := &ops[i]; op.Kind {
		case program.OpAssume, program.OpCheck:
			x.conds = append(x.conds, x.value(s, op.Expr))
		case program.OpAssign:
			s[op.Var.Sym] = x.value(s, op.Expr)
		case program.OpHavoc:
			s[op.Var.Sym] = x.f.Fresh("any:"+op.Var.Name, op.Var.Sort())
		case program.OpChoice:
			x.choice(op.Alts, s)
		}
	}
}

// choice encodes alternatives with one selector each; at least one holds.
func (x *encoder) choice(alts [][]program.Op, s state) {
	var sels []*logic.Term
	var states []state
	outer := x.conds
	var guarded []*logic.Term
	for i, alt := range alts {
		sel := x.f.Fresh(fmt.Sprintf("alternative%d", i), logic.Bool)
		t := make(state, len(s))
		for k, v := range s {
			t[k] = v
		}
		x.conds = nil
		x.ops(alt, t)
		for _, c := range x.conds {
			guarded = append(guarded, x.f.Implies(sel, c))
		}
		sels, states = append(sels, sel), append(states, t)
	}
	x.conds = append(append(outer, guarded...), x.f.Or(sels...))
	for _, v := range x.p.Vars {
		changed := false
		for _, t := range states {
			changed = changed || t[v.Sym] != s[v.Sym]
		}
		if !changed {
			continue
		}
		at := func(t state) *logic.Term {
			if r := t[v.Sym]; r != nil {
				return r
			}
			return v.Sym
		}
		val := at(states[len(states)-1])
		for i := len(states) - 2; i >= 0; i-- {
			val = x.f.Ite(sels[i], at(states[i]), val)
		}
		s[v.Sym] = val
	}
}
