package prefix

import (
	"cupel/core/logic"
	"cupel/core/program"
)

// Facts returns a formula that holds at every location reached after the initial straight-line code of p; inside reports whether a location is in that code.
func Facts(p *program.Program) (facts *logic.Term, inside func(*program.Location) bool) {
	within := map[*program.Location]bool{}
	var ops []program.Op
	for l := p.Init; len(l.Out) == 1 && !within[l] && (l == p.Init && len(l.In) == 0 || l != p.Init && len(l.In) == 1); l = l.Out[0].Dst {
		within[l] = true
		ops = append(ops, l.Out[0].Ops...)
	}
	writes := map[*logic.Term]int{}
	for _, e := range p.Edges {
		for op := range program.AllOps(e.Ops) {
			if len(op.Alts) == 0 {
				op.Defines(func(v *program.Var) { writes[v.Sym]++ })
			}
		}
	}
	f := p.Terms
	written := map[*logic.Term]bool{}
	// settled reports whether all variables in t keep their values from here on.
	settled := func(t *logic.Term) bool {
		for _, s := range logic.FreeVars(t) {
			if s.Sort().IsArray() || writes[s] > 1 || writes[s] == 1 && !written[s] || p.VarOf(s) == nil {
				return false
			}
		}
		return logic.Size(t) <= maxSize
	}
	var all []*logic.Term
	add := func(t *logic.Term) {
		if len(all) < maxFacts && !t.IsTrue() {
			all = append(all, t)
		}
	}
	for i := range ops {
		op := &ops[i]
		switch op.Kind {
		case program.OpAssume:
			for _, c := range logic.Conjuncts(op.Expr) {
				if settled(c) {
					add(c)
				}
			}
		case program.OpAssign:
			known := writes[op.Var.Sym] == 1 && !op.Var.Sort().IsArray() && !logic.Occurs(op.Var.Sym, op.Expr) && settled(op.Expr)
			written[op.Var.Sym] = true
			if known {
				add(f.Eq(op.Var.Sym, op.Expr))
			}
		default:
			for o := range program.AllOps(ops[i : i+1]) {
				if len(o.Alts) == 0 {
					o.Defines(func(v *program.Var) { written[v.Sym] = true })
				}
			}
		}
	}
	return f.And(all...), func(l *program.Location) bool { return within[l] }
}
