package cegar

import (
	"cupel/core/interpolation"
	"cupel/core/logic"
	"cupel/core/program"
)

// rule selects the variables that a product domain tracks by value (Theta's automatic explicit tracking);
// Boolean variables always are.
type rule struct {
	p     *program.Program
	name  string
	atoms map[*logic.Term]bool                 // of the program's assumptions
	meets map[*logic.Term]map[*logic.Term]bool // symbol to the operands it occurs with
}

func newRule(p *program.Program, name string) *rule {
	r := &rule{p: p, name: name, atoms: map[*logic.Term]bool{}, meets: map[*logic.Term]map[*logic.Term]bool{}}
	if name == Static {
		return r
	}
	for _, e := range p.Edges {
		for _, t := range assumptions(e.Ops, nil) {
			for _, a := range interpolation.Atoms(t) {
				r.atoms[a], r.atoms[p.Terms.Not(a)] = true, true
			}
		}
		for i := range e.Ops {
			e.Ops[i].Terms(func(t *logic.Term) { r.operands(t, r.meet) })
		}
	}
	return r
}

func (r *rule) meet(v, other *logic.Term) {
	if r.meets[v] == nil {
		r.meets[v] = map[*logic.Term]bool{}
	}
	r.meets[v][other] = true
}

// operands reports each symbol with each operand next to it.
func (r *rule) operands(t *logic.Term, report func(v, other *logic.Term)) {
	logic.Walk(func(t *logic.Term) bool {
		for _, a := range t.Args() {
			if !a.IsVar() {
				continue
			}
			for _, b := range t.Args() {
				if b != a {
					report(a, b)
				}
			}
		}
		return true
	}, t)
}

// variables returns the variables of an interpolant's atom to track by value.
func (r *rule) variables(atom *logic.Term) []*program.Var {
	var out []*program.Var
	take := map[*program.Var]bool{}
	switch r.name {
	case NewAtoms:
		if !r.atoms[atom] {
			for _, s := range logic.FreeVars(atom) {
				if v := r.p.VarOf(s); v != nil {
					take[v] = true
				}
			}
		}
	case NewOperands:
		r.operands(atom, func(s, other *logic.Term) {
			if v := r.p.VarOf(s); v != nil && !r.meets[s][other] {
				take[v] = true
			}
		})
	}
	for _, s := range logic.FreeVars(atom) {
		if v := r.p.VarOf(s); v != nil && !v.Sort().IsArray() && (take[v] || v.Bool || v.Sort().IsBool()) {
			out = append(out, v)
		}
	}
	return out
}
