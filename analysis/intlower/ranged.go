package intlower

import (
	"maps"
	"slices"

	"cupel/core/logic"
	"cupel/core/program"
)

// rangedArrays returns the array variables all of whose elements are in the
// range of their type in every execution of the lowered program: they are
// initialised by constants and written by assignments from such arrays only.
func rangedArrays(p *program.Program) map[*program.Var]bool {
	ranged, early := map[*program.Var]bool{}, readEarly(p)
	for _, v := range p.Vars {
		if v.Sort().IsArray() && v.Sort().Elem().IsBV() && !early[v] {
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

// readEarly returns the arrays that some operation may read before they are written.
func readEarly(p *program.Program) map[*program.Var]bool {
	early := map[*program.Var]bool{}
	arrays := map[*logic.Term][]*program.Var{} // in a term
	if !slices.ContainsFunc(p.Vars, func(v *program.Var) bool { return v.Sort().IsArray() }) {
		return early
	}
	written := map[*program.Location]map[*program.Var]bool{p.Init: {}} // on all ways to a location
	var run func(ops []program.Op, in map[*program.Var]bool)
	run = func(ops []program.Op, in map[*program.Var]bool) {
		for i := range ops {
			op := &ops[i]
			if op.Kind == program.OpChoice {
				var all map[*program.Var]bool
				for _, alt := range op.Alts {
					one := maps.Clone(in)
					run(alt, one)
					all = common(all, one)
				}
				maps.Copy(in, all)
				continue
			}
			op.Terms(func(t *logic.Term) {
				vs, known := arrays[t]
				if !known {
					for _, x := range logic.FreeVars(t) {
						if v := p.VarOf(x); v != nil && v.Sort().IsArray() {
							vs = append(vs, v)
						}
					}
					arrays[t] = vs
				}
				for _, v := range vs {
					early[v] = early[v] || !in[v]
				}
			})
			op.Defines(func(v *program.Var) {
				if v.Sort().IsArray() {
					in[v] = true
				}
			})
		}
	}
	for todo := []*program.Location{p.Init}; len(todo) > 0; {
		l := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, e := range l.Out {
			out := maps.Clone(written[l])
			run(e.Ops, out)
			old, seen := written[e.Dst]
			if n := common(old, out); !seen || len(n) < len(old) {
				written[e.Dst] = n
				todo = append(todo, e.Dst)
			}
		}
	}
	return early
}

// common returns the intersection of two sets; nil is the full set.
func common(a, b map[*program.Var]bool) map[*program.Var]bool {
	if a == nil {
		return b
	}
	c := map[*program.Var]bool{}
	for v := range a {
		if b[v] {
			c[v] = true
		}
	}
	return c
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
