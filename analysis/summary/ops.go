package summary

import (
	"cupel/core/logic"
	"cupel/core/program"
)

// Ops is the transition of a sequence of operations.
func (a *Algebra) Ops(ops []program.Op) *Transition {
	t := a.Identity()
	start := 0
	for i := range ops {
		if ops[i].Kind == program.OpChoice {
			t = a.Compose(t, a.straight(ops[start:i]))
			alts := make([]*Transition, len(ops[i].Alts))
			for j, alt := range ops[i].Alts {
				alts[j] = a.Ops(alt)
			}
			t = a.Compose(t, a.Choice(alts...))
			start = i + 1
		}
	}
	return a.Compose(t, a.straight(ops[start:]))
}

// straight is the transition of operations without choices.
func (a *Algebra) straight(ops []program.Op) *Transition {
	values := map[*logic.Term]*logic.Term{}
	var guard []*logic.Term
	of := func(v *logic.Term) *logic.Term { return values[v] }
	eval := func(t *logic.Term) *logic.Term {
		if len(values) == 0 {
			return t
		}
		return a.f.NewSubst(of).Apply(t)
	}
	for i := range ops {
		switch op := &ops[i]; op.Kind {
		case program.OpAssume:
			guard = append(guard, eval(op.Expr))
		case program.OpAssign:
			values[op.Var.Sym] = eval(op.Expr)
		case program.OpHavoc:
			values[op.Var.Sym] = a.Skolem(op.Var.Sort())
		}
	}
	return a.simplify(a.f.And(guard...), values)
}
