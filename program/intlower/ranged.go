package intlower

import (
	"cupel/logic"
	"cupel/program"
)

// rangedArrays returns the array variables all of whose elements are in the
// range of their type in every execution of the lowered program: they are
// initialised by constants and written by assignments from such arrays only.
func rangedArrays(p *program.Program, live map[*program.Var]bool) map[*program.Var]bool {
	ranged := map[*program.Var]bool{}
	for _, v := range p.Vars {
		if v.Sort().IsArray() && v.Sort().Elem().IsBV() && !live[v] {
			ranged[v] = true
		}
	}
	changed := true
	var visit func(ops []program.Op)
	visit = func(ops []program.Op) {
		for i := range ops {
			op := &ops[i]
			for _, alt := range op.Alts {
				visit(alt)
			}
			if op.Var == nil || !ranged[op.Var] {
				continue
			}
			if op.Kind == program.OpHavoc || op.Kind == program.OpAssign && !allRanged(p, ranged, op.Expr) {
				delete(ranged, op.Var)
				changed = true
			}
		}
	}
	for changed {
		changed = false
		for _, e := range p.Edges {
			visit(e.Ops)
		}
	}
	return ranged
}

// allRanged reports whether the array term is built from arrays in the set.
func allRanged(p *program.Program, ranged map[*program.Var]bool, t *logic.Term) bool {
	switch t.Op() {
	case logic.OpVar:
		return ranged[p.VarOf(t)]
	case logic.OpStore:
		return allRanged(p, ranged, t.Arg(0))
	case logic.OpIte:
		return allRanged(p, ranged, t.Arg(1)) && allRanged(p, ranged, t.Arg(2))
	}
	return t.Op() == logic.OpConstArray
}
