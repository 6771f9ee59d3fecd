package passes

import (
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/internal/sabotage"
)

// relevance is which variables a slice keeps.
type relevance struct {
	n        *numbering
	relevant []bool // variables, by number
}

func relevanceOf(p *program.Program) relevance {
	return relevance{number(p), make([]bool, len(p.Vars))}
}

// filter keeps the operations about relevant variables, and the assumptions for which assumes holds, with their places among the operations; those in a choice have
// place -1.
func (r *relevance) filter(ops []program.Op, assumes func(i int, o *program.Op) bool) []program.Op {
	var out []program.Op
	for i, o := range ops {
		switch o.Kind {
		case program.OpAssign, program.OpHavoc:
			if !r.relevant[r.n.index[o.Var]] || o.Kind == program.OpHavoc && sabotage.Active(sabotage.PassSlice) {
				continue
			}
		case program.OpCheck, program.OpAccess, program.OpAlloc, program.OpFree:
			if !r.known(o.Expr) || !r.known(o.Size) || !r.known(o.Origin) {
				continue
			}
		case program.OpAssume:
			if !assumes(i, &o) {
				continue
			}
		case program.OpChoice:
			alts := make([][]program.Op, len(o.Alts))
			for i, alt := range o.Alts {
				alts[i] = r.filter(alt, func(_ int, o *program.Op) bool { return assumes(-1, o) })
			}
			o.Alts = alts
		}
		out = append(out, o)
	}
	return out
}

// known reports whether a term mentions relevant variables only.
func (r *relevance) known(t *logic.Term) bool { return r.n.mentionsOnly(t, r.relevant) }
